"""Many tables at once: what a server bears, seen from another process."""

"""Tables served over HTTP and WebSocket, kept in a database, shared by as many processes as there are."""

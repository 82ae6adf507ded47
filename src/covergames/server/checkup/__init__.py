"""The checks of ``covergames doctor``: each looks at one thing that a server needs, and says what to do about it."""

from covergames.server.checkup.finding import Finding, Status
from covergames.server.checkup.machine import check_machine
from covergames.server.checkup.services import check_services
from covergames.server.checkup.web import check_web

__all__ = ["Finding", "Status", "check_machine", "check_services", "check_web"]

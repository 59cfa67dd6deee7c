"""All declarations of the family, for tests that write them down."""

from firelane.infinity.skills.base import ANYWHERE, Declaration, Waypoint
from firelane.infinity.skills.bs_attack import BSAttack
from firelane.infinity.skills.camouflage import HideAgain
from firelane.infinity.skills.cc_attack import CCAttack
from firelane.infinity.skills.combat_jump import Drop
from firelane.infinity.skills.delay import Delay
from firelane.infinity.skills.discover import Discover
from firelane.infinity.skills.doctor import Doctor
from firelane.infinity.skills.dodge import Dodge
from firelane.infinity.skills.engineer import Engineer
from firelane.infinity.skills.hack import Hack
from firelane.infinity.skills.idle import Idle
from firelane.infinity.skills.jump import Jump
from firelane.infinity.skills.medikit import MediKit
from firelane.infinity.skills.move import Move
from firelane.infinity.skills.parachutist import Enter
from firelane.infinity.skills.place_deployable import PlaceDeployable
from firelane.infinity.skills.reset import Reset
from firelane.infinity.skills.template_attack import Template
from firelane.infinity.skills.use_objective import Use

__all__ = [
    "ANYWHERE",
    "BSAttack",
    "CCAttack",
    "Declaration",
    "Delay",
    "Discover",
    "Doctor",
    "Dodge",
    "Drop",
    "Engineer",
    "Enter",
    "Hack",
    "HideAgain",
    "Idle",
    "Jump",
    "MediKit",
    "Move",
    "PlaceDeployable",
    "Reset",
    "Template",
    "Use",
    "Waypoint",
]

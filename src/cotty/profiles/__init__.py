"""What each CLI looks like and how it wants to be spoken to, as data; and pure functions that read a screen by it.

Start reading at `looking.py`; a CLI is one TOML file here. Only `registry.py` reads files.
"""

from cotty.profiles.explaining import explain as explain
from cotty.profiles.guessing import guess as guess
from cotty.profiles.looking import look as look
from cotty.profiles.profile import Delivery as Delivery
from cotty.profiles.profile import Profile as Profile
from cotty.profiles.registry import load as load
from cotty.profiles.registry import profiles as profiles
from cotty.profiles.seen import Seen as Seen

"""The charts of the editions that cannot be mustered yet."""

import pytest

from firelane.forces.charts import CHARTED
from firelane.forces.library import DATA, forces
from firelane.forces.schema import ProfilesFile
from firelane.forces.source import Source
from firelane.forces.weapons import Band, Template, TemplateUse


@pytest.mark.parametrize("edition", CHARTED)
def test_every_profile_has_its_weapons_in_the_chart(edition):
    library = forces(edition)
    assert len(library.sheets) > 100
    for sheet in library.sheets.values():
        for carried in sheet.weapons:
            if carried.key != "2-chain-rifles":  # printed so in one list of the oldest edition
                assert carried.key in library.weapons, (sheet.key, carried.printed)


def test_figures_are_as_printed():
    n2, n3, n4 = (forces(edition) for edition in CHARTED)
    assert n3.sheet("fusiliers/combi-rifle-lieutenant").bs == 12
    assert n3.modes["combi-rifle"].bands == (Band(16, 3), Band(32, -3), Band(48, -6))
    assert n2.modes["combi-rifle"].bands == (Band(16, 3), Band(24, -3), Band(48, -6))
    assert n4.modes["heavy-machine-gun"].burst == 4
    assert next(sheet for sheet in n2.sheets.values() if sheet.unit == "eudoros").bts == 6


def test_each_choice_of_the_oldest_chart_has_its_own_template():
    modes = {mode.key: mode.traits for mode in forces("n2").weapon("boarding-shotgun").modes}
    assert modes["boarding-shotgun/n"].template is Template.SMALL_TEARDROP
    assert modes["boarding-shotgun/n"].template_use is TemplateUse.IMPACT
    assert modes["boarding-shotgun/ap"].template is None


def test_levels_and_brackets_are_read_where_they_can_be():
    library = forces("n4")
    dawon = next(sheet for sheet in library.sheets.values() if sheet.unit == "dawon-tacbots")
    assert dawon.level("martial-arts") == 2
    dodge = dawon.get("dodge")
    assert dodge is not None
    assert (dodge.mod, dodge.inches) == (3, 2)


@pytest.mark.parametrize(("edition", "units"), [("n2", 123), ("n3", 154), ("n4", 148)])
def test_every_unit_that_the_sources_give_is_there(edition, units):
    troops = Source.read(DATA / f"profiles-{edition}.yaml", ProfilesFile).rows.troops
    assert len(troops) == units


@pytest.mark.parametrize("edition", CHARTED)
def test_what_cannot_move_has_no_mov_and_a_token_no_silhouette(edition):
    troops = Source.read(DATA / f"profiles-{edition}.yaml", ProfilesFile).rows.troops
    profiles = [profile for troop in troops for group in troop.groups for profile in group.profiles]
    assert any(profile.immobile for profile in profiles)
    for profile in profiles:
        assert profile.immobile == (profile.mov in (None, (0, 0))), profile.name
        assert profile.token == (profile.s == 0), profile.name

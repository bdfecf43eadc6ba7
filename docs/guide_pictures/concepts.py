"""The drawings of docs/concepts.md: boxes and arrows for the things that the page names."""

from docs.guide_pictures.svg import Drawing


def owners() -> Drawing:
    """Who owns what: tenants, their keys and venues, and a grant between two tenants."""
    drawing = Drawing(760, 330, "A tenant owns keys and a venue, and grants the venue to a shop's tenant")
    drawing.rectangle(20, 20, 350, 290, css="area")
    drawing.text(36, 46, "Tenant: Harbour Arena", css="ink strong")
    drawing.text(36, 64, "owns the venue", css="soft")
    drawing.card(40, 84, 200, "Venue", "Harbour Arena", "alias: harbour", css="accent-card")
    drawing.card(40, 176, 145, "Secret key", "groups: all", "for the technician")
    drawing.card(205, 176, 145, "Secret key", "groups: sessions", "for the web shop")
    drawing.text(40, 280, "A key belongs to one tenant. What it may do:", css="soft")
    drawing.text(40, 297, "its scope, its groups, its venues, its origins.", css="soft")

    drawing.rectangle(480, 20, 260, 290, css="area")
    drawing.text(496, 46, "Tenant: City Tickets", css="ink strong")
    drawing.text(496, 64, "sells tickets for it", css="soft")
    drawing.card(500, 84, 220, "Alias of its own", "city-harbour", css="accent-card")
    drawing.card(500, 176, 220, "Keyless key", "held by the origin", "https://city-tickets.example")
    drawing.line([(240, 112), (495, 112)], arrow=True)
    drawing.text(425, 100, "grant", css="ink strong", anchor="middle")
    drawing.text(425, 132, "may show it,", css="soft", anchor="middle")
    drawing.text(425, 149, "not change it", css="soft", anchor="middle")
    return drawing


def from_label_to_view() -> Drawing:
    """How a label becomes a view: label, seat key, picture or drawing."""
    drawing = Drawing(760, 250, "A label is read by rules and names, becomes a seat key, and leads to a view")
    drawing.card(20, 60, 196, "Label", "Lower Bowl Sec 107", "Row K Seat 9 (Early Bird)")
    drawing.line([(216, 94), (274, 94)], arrow=True)
    drawing.card(280, 60, 196, "Seat key", "107/K/9", "section / row / seat", css="accent-card")
    drawing.line([(476, 80), (540, 60)], arrow=True)
    drawing.line([(476, 108), (540, 136)], arrow=True)
    drawing.card(546, 20, 194, "Picture", "of the seat, or the nearest", "one: the answer says which")
    drawing.card(546, 118, 194, "Facts", "distance, height, what is", "in the way, in words")
    drawing.line([(118, 128), (118, 168)], css="dashed")
    drawing.text(20, 186, "label rules, names of sections,", css="soft")
    drawing.text(20, 203, "levels, aliases, translations", css="soft")
    drawing.line([(378, 128), (378, 168)], css="dashed")
    drawing.text(280, 186, "the layout: which seats there", css="soft")
    drawing.text(280, 203, "are, and where each one is", css="soft")
    drawing.line([(643, 186), (643, 196)], css="dashed")
    drawing.text(546, 212, "imagery sets, configuration;", css="soft")
    drawing.text(546, 229, "without a picture: a drawing", css="soft")
    return drawing


def record() -> Drawing:
    """What a venue's record holds."""
    drawing = Drawing(760, 366, "The parts of a venue's record")
    drawing.rectangle(20, 20, 720, 326, css="area")
    drawing.text(36, 46, "Record of a venue", css="ink strong")
    drawing.text(36, 64, "one JSON document; a change makes a new version with a new ETag", css="soft")
    drawing.rectangle(36, 80, 420, 250, css="card")
    drawing.text(50, 102, "rules.layout", css="ink mono strong")
    drawing.card(50, 114, 186, "Sections", "Section 107", "on the level Lower Bowl", css="accent-card")
    drawing.card(66, 196, 186, "Rows", "A, B, C ... V", css="accent-card")
    drawing.card(82, 262, 186, "Seats", "1, 2, 3 ... 17", css="accent-card")
    drawing.line([(110, 182), (110, 192)], arrow=True)
    drawing.line([(126, 248), (126, 258)], arrow=True)
    drawing.card(284, 114, 158, "Configurations", "end-stage", "centre-stage")
    drawing.text(284, 206, "each with its own", css="soft")
    drawing.text(284, 223, "focus, closed sections,", css="soft")
    drawing.text(284, 240, "obstructions and mood", css="soft")
    drawing.card(470, 80, 256, "imagerySets", "panoramas, photos, renderings")
    drawing.card(470, 144, 256, "rules.seatKeys", "how labels are read")
    drawing.card(470, 208, 256, "aliases, translations", "other names, other languages")
    drawing.card(470, 272, 256, "viewerDefaults, ads", "first view, theme, pictures beside it")
    return drawing


def session() -> Drawing:
    """How a buyer's browser gets a session."""
    drawing = Drawing(760, 270, "A shop's server makes a session with its key; the browser uses it")
    drawing.card(20, 60, 190, "Shop's server", "has the secret key", "(groups: sessions)")
    drawing.card(
        284, 60, 190, "Seat Preview", "signs a token for one", "venue or some seats", css="accent-card"
    )
    drawing.card(550, 60, 190, "Buyer's browser", "has the session's token,", "never the key")
    drawing.line([(210, 82), (278, 82)], arrow=True)
    drawing.text(244, 48, "1  POST", css="soft", anchor="middle")
    drawing.line([(278, 112), (216, 112)], arrow=True)
    drawing.text(244, 144, "2  token", css="soft", anchor="middle")
    drawing.line([(115, 130), (115, 196), (645, 196), (645, 136)], arrow=True)
    drawing.text(380, 188, "3  page with the viewer and the token", css="soft", anchor="middle")
    drawing.line([(550, 94), (480, 94)], arrow=True)
    drawing.text(513, 48, "4  views", css="soft", anchor="middle")
    drawing.text(
        20,
        228,
        "A session ends by itself: after an hour if it is not renewed, after a day at most,",
        css="soft",
    )
    drawing.text(20, 245, "and at once when its key is revoked.", css="soft")
    return drawing


DRAWINGS = {
    "concepts-owners.svg": owners,
    "concepts-record.svg": record,
    "concepts-label.svg": from_label_to_view,
    "concepts-session.svg": session,
}

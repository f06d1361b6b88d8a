package dev.sheaf.platform.web;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.sheaf.formats.normalise.DateSpan;
import dev.sheaf.formats.normalise.NamedIdentifier;
import dev.sheaf.formats.normalise.Normalised;
import dev.sheaf.formats.normalise.Normalised.Reading;
import dev.sheaf.formats.normalise.PersonName;
import dev.sheaf.formats.normalise.ResourceType;
import dev.sheaf.formats.normalise.WorkIdentifier;
import dev.sheaf.platform.web.RecordPageModel.Fact;
import dev.sheaf.platform.web.RecordPageModel.FactValue;

/** Normalised values of a record, for the page that shows its original values. */
final class NormalisedFacts {

    /** Largest number of each kind; a record of a whole archive has thousands. */
    private static final int MOST = 50;

    private NormalisedFacts() {}

    static List<Fact> of(Normalised normalised) {
        List<Fact> facts = new ArrayList<>();
        add(facts, "Dates", normalised.dates(), NormalisedFacts::date);
        add(facts, "Languages", normalised.languages(),
                language -> new FactValue(language.name() + " (" + language.tag() + ", " + language.iso639_3() + ")", null,
                        false));
        add(facts, "People", normalised.names(), NormalisedFacts::name);
        add(facts, "Bodies", normalised.bodies(), body -> new FactValue(body.name(), null, false));
        add(facts, "Types", normalised.types(), NormalisedFacts::type);
        add(facts, "Media types", normalised.formats(), format -> new FactValue(format.text(), null, true));
        add(facts, "Identifiers", normalised.identifiers(), NormalisedFacts::identifier);
        return List.copyOf(facts);
    }

    private static <T> void add(List<Fact> facts, String label, List<Reading<T>> readings, Function<T, FactValue> shown) {
        if (!readings.isEmpty()) {
            facts.add(new Fact(label, readings.stream().limit(MOST).map(reading -> shown.apply(reading.value())).toList()));
        }
    }

    private static FactValue date(DateSpan date) {
        return new FactValue(date.iso() + (date.approximate() ? " (approximate)" : ""), null, false);
    }

    private static FactValue name(PersonName name) {
        String orcid = name.orcid();
        return new FactValue(name.text(), orcid == null ? null : "https://orcid.org/" + orcid, false);
    }

    private static FactValue type(ResourceType type) {
        return new FactValue(type.label() + (type.dcmi() == null ? "" : " (" + type.dcmi() + ")"), type.coar(), false);
    }

    private static FactValue identifier(NamedIdentifier named) {
        WorkIdentifier identifier = named.identifier();
        String url = identifier.url();
        return new FactValue(identifier.scheme().label() + " " + identifier.value()
                + (named.isOwn() ? "" : " (" + named.role().label() + ")"),
                url != null && url.startsWith("https://") ? url : null, false);
    }
}

package dev.sheaf.platform.web.browse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Verb;
import dev.sheaf.provider.DataProvider;

/**
 * Forms of a repository: for lists and for a record. They are filled with the present arguments.
 *
 * @param action target of the forms
 * @param verbs the two verbs of lists
 * @param formats formats of the repository
 * @param sets sets of the repository, after the choice of none; empty if there are none, or too many to choose from
 * @param setText true if there are too many sets to choose from
 * @param set present set
 * @param from present first date
 * @param until present last date
 * @param identifier present identifier
 */
public record BrowseForm(String action, List<Choice> verbs, List<Choice> formats, List<Choice> sets,
        boolean setText,
        String set, Day from, Day until, String identifier) {

    private static final int MOST_SETS = 100;

    /**
     * Choice.
     *
     * @param value value in the protocol
     * @param label label for people
     * @param chosen true for the present value
     */
    public record Choice(String value, String label, boolean chosen) {}

    /**
     * Date field.
     *
     * @param text its value
     * @param type type of the field; browsers show nothing in a field for days if the value also has a time
     */
    public record Day(String text, String type) {

        static Day of(String text, String impliedTime) {
            String day = text.endsWith(impliedTime) ? text.substring(0, text.length() - impliedTime.length()) : text;
            boolean isDay = day.isEmpty() || Datestamp.received(day).granularity().equals(Optional.of(Granularity.DAY));
            return isDay ? new Day(day, "date") : new Day(text, "text");
        }
    }

    static BrowseForm of(BrowseRequest asked, DataProvider provider, BrowseLinks links) {
        List<OaiSet> sets = sets(provider);
        boolean few = sets.size() <= MOST_SETS;
        return new BrowseForm(links.start(), verbs(asked), formats(asked, provider),
                few && !sets.isEmpty() ? choices(sets, asked.value("set")) : List.of(), !few, asked.value("set"),
                Day.of(asked.value("from"), "T00:00:00Z"), Day.of(asked.value("until"), "T23:59:59Z"), asked.value("identifier"));
    }

    private static List<Choice> verbs(BrowseRequest asked) {
        return List.of(new Choice(Verb.LIST_RECORDS.text(), "Records", asked.verb() != Verb.LIST_IDENTIFIERS),
                new Choice(Verb.LIST_IDENTIFIERS.text(), "Identifiers only", asked.verb() == Verb.LIST_IDENTIFIERS));
    }

    private static List<Choice> formats(BrowseRequest asked, DataProvider provider) {
        List<String> prefixes = new ArrayList<>();
        if (provider.answer(new OaiRequest.ListMetadataFormats(null))
                .answer() instanceof OaiResponse.ListMetadataFormats answer) {
            answer.formats().forEach(format -> prefixes.add(format.prefix().value()));
        }
        return prefixes.stream().map(prefix -> new Choice(prefix, prefix, prefix.equals(asked.prefix().value()))).toList();
    }

    private static List<OaiSet> sets(DataProvider provider) {
        return provider.answer(new OaiRequest.ListSets(null)).answer() instanceof OaiResponse.ListSets answer
                ? answer.sets()
                : List.of();
    }

    private static List<Choice> choices(List<OaiSet> sets, String asked) {
        List<Choice> choices = new ArrayList<>();
        choices.add(new Choice("", "all", asked.isEmpty()));
        for (OaiSet set : sets) {
            String spec = set.spec().value();
            choices.add(new Choice(spec, set.name().equals(spec) ? spec : set.name() + " (" + spec + ")", spec.equals(asked)));
        }
        if (choices.stream().noneMatch(Choice::chosen)) {
            choices.add(new Choice(asked, asked, true));
        }
        return List.copyOf(choices);
    }
}

package dev.sheaf.platform.explorer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ResumptionToken;

/**
 * The arguments that a repository is known to accept, from its answers. Bounded: the first formats and sets, the last identifiers. Immutable.
 *
 * @param formats metadata prefixes; null if not known
 * @param sets names of sets by setSpec; null if not known
 * @param identifiers of items; null if not known
 * @param tokens that continue a list, by verb
 * @param isEarly true if it speaks protocol 1.x
 */
record Offer(@Nullable List<String> formats, @Nullable Map<String, String> sets, @Nullable List<String> identifiers,
        Map<String, String> tokens, boolean isEarly) {

    /** Nothing is known. */
    static final Offer UNKNOWN = new Offer(null, null, null, Map.of(), false);

    private static final int MOST_FORMATS = 200;
    private static final int MOST_SETS = 1_000;
    private static final int MOST_IDENTIFIERS = 100;
    private static final int LONGEST = 500;

    /** Returns the approximate number of characters in memory. */
    int weight() {
        int weight = 100;
        for (Collection<String> some : List.of(formats == null ? List.<String>of() : formats,
                identifiers == null ? List.<String>of() : identifiers, tokens.values(),
                sets == null ? List.<String>of() : sets.keySet(), sets == null ? List.<String>of() : sets.values())) {
            weight += some.stream().mapToInt(one -> one.length() + 50).sum();
        }
        return weight;
    }

    /**
     * Returns the offer with what an answer adds.
     *
     * @param verb of the request
     * @param isOfItem true if the answer is about a single item, such as the formats of a record
     * @param speaksEarly true if the answer is of protocol 1.x
     */
    Offer with(OaiResponse.Answer answer, String verb, boolean isOfItem, boolean speaksEarly) {
        Offer known = new Offer(formats, sets, identifiers, tokens, speaksEarly);
        return switch (answer) {
            case OaiResponse.ListMetadataFormats list when !isOfItem -> new Offer(list.formats().stream()
                    .map(format -> format.prefix().value()).filter(Offer::isShort).distinct().limit(MOST_FORMATS).toList(), sets,
                    identifiers, tokens, speaksEarly);
            case OaiResponse.ListSets(List<OaiSet> found, ResumptionToken token) -> known.withSets(found).withToken(verb, token);
            case OaiResponse.ListIdentifiers(List<Header> headers, ResumptionToken token) -> known
                    .withIdentifiers(headers.stream().map(Header::identifier).toList()).withToken(verb, token);
            case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token) -> known
                    .withIdentifiers(records.stream().map(OaiRecord::identifier).toList()).withToken(verb, token);
            case OaiResponse.GetRecord(OaiRecord record) -> known.withIdentifiers(List.of(record.identifier()));
            // A repository without sets has none to choose from.
            case OaiResponse.Errors _ when verb.equals("ListSets") && sets == null -> known.withSets(List.of());
            case OaiResponse.Errors _ when verb.equals("ListMetadataFormats") && formats == null && !isOfItem -> new Offer(
                    List.of(), sets, identifiers, tokens, speaksEarly);
            case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _ -> known;
        };
    }

    /** Returns the offer in which choices that did not come count as none, so that they are not asked for again at once. */
    Offer without(String verb) {
        return new Offer(formats == null && verb.equals("ListMetadataFormats") ? List.of() : formats,
                sets == null && verb.equals("ListSets") ? Map.of() : sets,
                identifiers == null && verb.equals("ListIdentifiers") ? List.of() : identifiers, tokens, isEarly);
    }

    private static boolean isShort(String text) {
        return !text.isBlank() && text.length() <= LONGEST;
    }

    private Offer withSets(List<OaiSet> found) {
        Map<String, String> all = new LinkedHashMap<>(sets == null ? Map.of() : sets);
        for (OaiSet set : found) {
            String spec = set.spec().value();
            if (all.size() < MOST_SETS && isShort(spec)) {
                all.put(spec, set.name().length() > LONGEST ? spec : set.name());
            }
        }
        return new Offer(formats, all, identifiers, tokens, isEarly);
    }

    private Offer withIdentifiers(List<String> found) {
        Set<String> all = new LinkedHashSet<>(found.stream().filter(Offer::isShort).limit(MOST_IDENTIFIERS).toList());
        for (String earlier : identifiers == null ? List.<String>of() : identifiers) {
            if (all.size() < MOST_IDENTIFIERS) {
                all.add(earlier);
            }
        }
        return new Offer(formats, sets, new ArrayList<>(all), tokens, isEarly);
    }

    private Offer withToken(String verb, @Nullable ResumptionToken token) {
        Map<String, String> all = new LinkedHashMap<>(tokens);
        if (token == null || token.isLast() || token.value().length() > LONGEST) {
            all.remove(verb);
        } else {
            all.put(verb, token.value());
        }
        return new Offer(formats, sets, identifiers, all, isEarly);
    }
}

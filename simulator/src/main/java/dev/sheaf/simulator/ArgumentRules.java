package dev.sheaf.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;

/** Faults in the arguments of a request that do not depend on the records of the repository (S3.6, S4). Stateless. */
final class ArgumentRules {

    private static final Set<String> OF_LISTS = Set.of("verb", "metadataPrefix", "from", "until", "set", "resumptionToken");
    private static final Map<String, Set<String>> KNOWN = Map.of( //
            "Identify", Set.of("verb"), //
            "ListMetadataFormats", Set.of("verb", "identifier"), //
            "ListSets", Set.of("verb", "resumptionToken"), //
            "GetRecord", Set.of("verb", "identifier", "metadataPrefix"), //
            "ListRecords", OF_LISTS, //
            "ListIdentifiers", OF_LISTS);

    private ArgumentRules() {}

    /**
     * Returns the error for an argument that was sent more than once.
     *
     * @param query as sent
     */
    static Optional<OaiError> repeated(String query) {
        Set<String> seen = new HashSet<>();
        return Arrays.stream(query.split("&")).filter(part -> !part.isEmpty())
                .map(part -> Scripted.decode(part).keySet().iterator().next()).filter(name -> !seen.add(name)).findFirst()
                .map(name -> name.equals("verb")
                        ? new OaiError(Code.BAD_VERB, "the verb is repeated")
                        : new OaiError(Code.BAD_ARGUMENT, "the argument '" + name + "' is repeated"));
    }

    /** Returns the errors of a request; empty when its arguments are legal. */
    static List<OaiError> faults(Map<String, String> arguments, Granularity granularity) {
        String verb = arguments.getOrDefault("verb", "");
        Set<String> known = KNOWN.get(verb);
        if (known == null) {
            return List.of(new OaiError(Code.BAD_VERB, verb.isEmpty() ? "no verb" : "unknown verb '" + verb + "'"));
        }
        Set<String> faults = new LinkedHashSet<>();
        arguments.keySet().stream().filter(name -> !known.contains(name))
                .forEach(name -> faults.add("'" + name + "' is no argument of " + verb));
        boolean isContinuation = arguments.containsKey("resumptionToken");
        if (isContinuation && arguments.size() > 2) {
            faults.add("a resumptionToken is the only argument beside the verb");
        }
        if (!isContinuation && known.contains("metadataPrefix")) {
            Stream.of("metadataPrefix", "identifier").filter(known::contains).filter(name -> !arguments.containsKey(name))
                    .forEach(name -> faults.add("'" + name + "' is missing"));
        }
        dates(arguments, granularity, faults);
        List<OaiError> errors = new ArrayList<>();
        faults.forEach(fault -> errors.add(new OaiError(Code.BAD_ARGUMENT, fault)));
        return errors;
    }

    private static void dates(Map<String, String> arguments, Granularity granularity, Set<String> faults) {
        List<Datestamp> dates = new ArrayList<>();
        for (String name : List.of("from", "until")) {
            String text = arguments.get(name);
            if (text == null) {
                continue;
            }
            Datestamp date = Datestamp.received(text);
            if (!date.isLegal()) {
                faults.add(name + " '" + text + "' is no date");
            } else if (granularity == Granularity.DAY && date.granularity().filter(Granularity.SECOND::equals).isPresent()) {
                faults.add(name + ": days only");
            } else {
                dates.add(date);
            }
        }
        if (dates.size() < 2) {
            return;
        }
        if (!dates.get(0).granularity().equals(dates.get(1).granularity())) {
            faults.add("from and until have different granularities");
        } else if (dates.get(0).instant().orElseThrow().isAfter(dates.get(1).instant().orElseThrow())) {
            faults.add("from is later than until");
        }
    }
}

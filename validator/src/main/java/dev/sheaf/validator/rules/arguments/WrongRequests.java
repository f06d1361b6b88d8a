package dev.sheaf.validator.rules.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.ErrorExpected;
import dev.sheaf.validator.rules.RunRule;

/** The rules on wrong requests whose errors do not depend on dates. */
public final class WrongRequests {

    private static final String UNKNOWN_PREFIX = "no_such_format";
    private static final Set<String> BAD_VERB = Set.of("badVerb");
    private static final Set<String> BAD_ARGUMENT = Set.of("badArgument");
    private static final Set<String> BAD_TOKEN = Set.of("badResumptionToken");
    /** Everything that has a meaning in XML, in URLs or in forms. */
    private static final String ODD = "a&b<c>\"d'e+f g%h=i;j/k?l#m";

    private WrongRequests() {}

    /** Returns the rules. */
    public static List<RunRule> all() {
        return List.of( //
                ErrorExpected.of("errors.no-verb", BAD_VERB, ProbeRequest.of()),
                ErrorExpected.of("errors.unknown-verb", BAD_VERB, ProbeRequest.of("verb", "junk")),
                ErrorExpected.of("errors.verb-case", BAD_VERB, ProbeRequest.of("verb", "identify")),
                ErrorExpected.of("errors.repeated-verb", BAD_VERB, KnownRequests.IDENTIFY.and("verb", "Identify")),
                ErrorExpected.of("errors.unknown-argument", BAD_ARGUMENT, KnownRequests.IDENTIFY.and("nonsense", "1"),
                        KnownRequests.IDENTIFIERS.and("nonsense", "1"), KnownRequests.RECORDS.and("nonsense", "1"),
                        KnownRequests.FORMATS.and("nonsense", "1")),
                new ErrorExpected("errors.argument-of-other-verb", BAD_ARGUMENT, WrongRequests::ofOtherVerbs, ""),
                new ErrorExpected("errors.repeated-argument", BAD_ARGUMENT, WrongRequests::repeated, ""),
                ErrorExpected.of("errors.empty-argument", Set.of("badArgument", "badResumptionToken", "cannotDisseminateFormat"),
                        ProbeRequest.of("verb", "ListIdentifiers", "resumptionToken", ""),
                        ProbeRequest.of("verb", "ListRecords", "resumptionToken", ""),
                        ProbeRequest.of("verb", "ListIdentifiers", "metadataPrefix", ""),
                        KnownRequests.IDENTIFIERS.and("from", "")),
                new ErrorExpected("errors.missing-prefix", BAD_ARGUMENT, WrongRequests::withoutPrefix, ""),
                ErrorExpected.of("errors.missing-identifier", BAD_ARGUMENT,
                        ProbeRequest.of("verb", "GetRecord", "metadataPrefix", "oai_dc")),
                // badResumptionToken is right too, for the token is wrong as well.
                ErrorExpected.of("errors.exclusive-token", Set.of("badArgument", "badResumptionToken"),
                        ProbeRequest.of("verb", "ListIdentifiers", "resumptionToken", "junk", "until", "2000-02-05")),
                new GoodTokenAlone(),
                new ErrorExpected("errors.bad-token", BAD_TOKEN, WrongRequests::badTokens, ""),
                ErrorExpected.of("errors.odd-token", Set.of("badResumptionToken", "badArgument"),
                        ProbeRequest.of("verb", "ListRecords", "resumptionToken", ODD)),
                new ErrorExpected("errors.token-of-other-verb", Set.of("badResumptionToken", "badArgument"),
                        WrongRequests::tokenOfOtherVerb, "no list came in more than one page"),
                new ErrorExpected("errors.unknown-identifier", Set.of("idDoesNotExist"),
                        evidence -> List.of(KnownRequests.record(unknown(evidence), "oai_dc")), ""),
                ErrorExpected.of("errors.illegal-identifier", Set.of("idDoesNotExist", "badArgument"),
                        KnownRequests.record("invalid\"id", "oai_dc")),
                new ErrorExpected("errors.unknown-identifier-formats", Set.of("idDoesNotExist"),
                        evidence -> List.of(KnownRequests.FORMATS.and("identifier", unknown(evidence))), ""),
                new ErrorExpected("errors.unknown-prefix", Set.of("cannotDisseminateFormat"), WrongRequests::unknownPrefix, ""),
                ErrorExpected.of("errors.illegal-prefix", Set.of("badArgument", "cannotDisseminateFormat"),
                        ProbeRequest.of("verb", "ListRecords", "metadataPrefix", ODD)));
    }

    private static List<ProbeRequest> repeated(Evidence evidence) {
        List<ProbeRequest> requests = new ArrayList<>(List.of(KnownRequests.IDENTIFIERS.and("metadataPrefix", "oai_dc"),
                KnownRequests.IDENTIFIERS.and("from", "2002-02-05").and("from", "2002-02-05")));
        if (evidence.hasSets().orElse(false)) {
            // Without sets, noSetHierarchy is right too.
            requests.add(KnownRequests.IDENTIFIERS.and("set", "x").and("set", "x"));
        }
        return requests;
    }

    private static List<ProbeRequest> ofOtherVerbs(Evidence evidence) {
        List<ProbeRequest> requests = new ArrayList<>();
        requests.add(KnownRequests.IDENTIFY.and("metadataPrefix", "oai_dc"));
        requests.add(KnownRequests.FORMATS.and("metadataPrefix", "oai_dc"));
        if (evidence.hasSets().orElse(false)) {
            requests.add(KnownRequests.SETS.and("metadataPrefix", "oai_dc"));
        }
        evidence.sample().ifPresent(record -> {
            requests.add(KnownRequests.record(record.identifier(), "oai_dc").and("set", "x"));
            requests.add(KnownRequests.RECORDS.and("identifier", record.identifier()));
        });
        return requests;
    }

    private static List<ProbeRequest> withoutPrefix(Evidence evidence) {
        List<ProbeRequest> lists = List.of(ProbeRequest.of("verb", "ListRecords"), ProbeRequest.of("verb", "ListIdentifiers"));
        Optional<RecordFacts> sample = evidence.sample();
        return sample.isEmpty()
                ? lists
                : List.of(lists.get(0), lists.get(1),
                        ProbeRequest.of("verb", "GetRecord", "identifier", sample.get().identifier()));
    }

    private static Optional<String> token(Evidence evidence) {
        Observation first = evidence.list(ListName.RECORDS).first();
        return first == null || !first.isOai()
                ? Optional.empty()
                : Optional.of(first.document().nextToken()).filter(token -> !token.isEmpty());
    }

    private static List<ProbeRequest> tokenOfOtherVerb(Evidence evidence) {
        return token(evidence).map(token -> List.of(ProbeRequest.of("verb", "ListIdentifiers", "resumptionToken", token)))
                .orElse(List.of());
    }

    private static List<ProbeRequest> badTokens(Evidence evidence) {
        List<ProbeRequest> lists = List.of(ProbeRequest.of("verb", "ListRecords", "resumptionToken", "junk"),
                ProbeRequest.of("verb", "ListIdentifiers", "resumptionToken", "junk"));
        return evidence.hasSets().orElse(false)
                ? List.of(lists.get(0), lists.get(1), ProbeRequest.of("verb", "ListSets", "resumptionToken", "junk"))
                : lists;
    }

    /** Returns an identifier of the repository's own kind that it does not have. */
    private static String unknown(Evidence evidence) {
        return evidence.sample().map(record -> record.identifier() + "-does-not-exist").orElse("oai:example.org:does-not-exist");
    }

    private static List<ProbeRequest> unknownPrefix(Evidence evidence) {
        List<ProbeRequest> lists = List.of(ProbeRequest.of("verb", "ListRecords", "metadataPrefix", UNKNOWN_PREFIX),
                ProbeRequest.of("verb", "ListIdentifiers", "metadataPrefix", UNKNOWN_PREFIX));
        return evidence.sample().map(record -> List.of(lists.get(0), lists.get(1),
                KnownRequests.record(record.identifier(), UNKNOWN_PREFIX))).orElse(lists);
    }
}

package dev.sheaf.validator.outside;

import java.util.List;
import java.util.function.Predicate;

import static dev.sheaf.validator.outside.OutsideRow.must;

/** Wrong requests that are answered as if they were right, or with another error. */
final class ErrorRows {

    private static final String ERRORS = "S3.6";
    private static final String AREA = "errors";

    private ErrorRows() {}

    static List<OutsideRow> rows() {
        return List.of(
                accepts("no-verb-accepted", "a request without verb is Identify", "badVerb", c -> !c.has("verb")),
                accepts("unknown-verb-accepted", "an unknown verb is Identify", "badVerb", c -> c.has("verb")
                        && !OutsideProvider.ARGUMENTS.containsKey(c.value("verb"))),
                accepts("verb-twice-accepted", "a repeated verb is accepted", "badVerb",
                        c -> c.arguments().getOrDefault("verb", List.of()).size() > 1),
                says("bad-verb-is-bad-argument", "an unknown verb is badArgument", "badVerb", "badArgument", c -> c.has("verb")),
                says("no-verb-is-bad-argument", "a missing verb is badArgument", "badVerb", "badArgument", c -> !c.has("verb")),
                accepts("identify-with-anything", "Identify accepts any argument", "badArgument", c -> c.is("Identify")),
                accepts("records-with-anything", "ListRecords accepts unknown arguments", "badArgument", c -> c.is("ListRecords")
                        && !OutsideProvider.ARGUMENTS.getOrDefault("ListRecords", java.util.Set.of())
                                .containsAll(c.without("verb").arguments().keySet())),
                accepts("identifiers-with-anything", "ListIdentifiers accepts unknown arguments", "badArgument",
                        c -> c.is("ListIdentifiers")
                                && !OutsideProvider.ARGUMENTS.getOrDefault("ListIdentifiers", java.util.Set.of())
                                        .containsAll(c.without("verb").arguments().keySet())),
                accepts("get-with-anything", "GetRecord accepts unknown arguments", "badArgument",
                        c -> c.is("GetRecord") && c.has("identifier") && c.has("metadataPrefix")),
                accepts("formats-with-anything", "ListMetadataFormats accepts unknown arguments", "badArgument",
                        c -> c.is("ListMetadataFormats")),
                accepts("records-without-prefix", "ListRecords without prefix gives oai_dc", "badArgument",
                        c -> c.is("ListRecords") && !c.has("metadataPrefix") && !c.has("resumptionToken")),
                accepts("identifiers-without-prefix", "ListIdentifiers without prefix gives oai_dc", "badArgument",
                        c -> c.is("ListIdentifiers") && !c.has("metadataPrefix") && !c.has("resumptionToken")),
                must("get-without-prefix", ERRORS, AREA, "GetRecord without prefix gives oai_dc", p -> p.accepts("badArgument",
                        c -> c.is("GetRecord") && !c.has("metadataPrefix"))),
                must("get-without-identifier", ERRORS, AREA, "GetRecord without identifier gives the first record", p -> {
                    p.accepts("badArgument", c -> c.is("GetRecord") && !c.has("identifier"));
                    p.gets = (q, found) -> q.identifier().isEmpty() ? List.of(p.items.getFirst()) : found;
                }),
                says("get-without-identifier-unknown", "GetRecord without identifier is idDoesNotExist", "badArgument",
                        "idDoesNotExist",
                        c -> c.is("GetRecord") && !c.has("identifier")),
                says("records-without-prefix-unknown", "ListRecords without prefix is cannotDisseminateFormat", "badArgument",
                        "cannotDisseminateFormat",
                        c -> c.is("ListRecords") && !c.has("metadataPrefix") && !c.has("resumptionToken")),
                must("unknown-item-gives-first", ERRORS, AREA, "GetRecord of an unknown identifier gives the first record", p -> {
                    p.accepts("idDoesNotExist", c -> c.is("GetRecord"));
                    p.gets = (q, found) -> found.isEmpty() ? List.of(p.items.getFirst()) : found;
                }),
                must("unknown-item-is-empty", ERRORS, AREA, "GetRecord of an unknown identifier is an empty element", p -> {
                    p.accepts("idDoesNotExist", c -> c.is("GetRecord"));
                    p.accepts("noRecordsMatch", c -> c.is("GetRecord"));
                }),
                says("unknown-item-matches-nothing", "GetRecord of an unknown identifier is noRecordsMatch", "idDoesNotExist",
                        "noRecordsMatch", c -> c.is("GetRecord")),
                says("unknown-item-is-bad-argument", "GetRecord of an unknown, legal identifier is badArgument", "idDoesNotExist",
                        "badArgument", c -> c.is("GetRecord") && !c.value("identifier").contains(" ")),
                says("formats-of-unknown-none", "the formats of an unknown identifier are noMetadataFormats", "idDoesNotExist",
                        "noMetadataFormats", c -> c.is("ListMetadataFormats")),
                accepts("prefix-twice-accepted", "a repeated metadataPrefix is accepted", "badArgument",
                        c -> c.arguments().getOrDefault("metadataPrefix", List.of()).size() > 1),
                accepts("from-twice-accepted", "a repeated from is accepted", "badArgument",
                        c -> c.arguments().getOrDefault("from", List.of()).size() > 1),
                accepts("empty-prefix-accepted", "an empty metadataPrefix is accepted", "badArgument",
                        c -> c.has("metadataPrefix") && c.value("metadataPrefix").isEmpty()),
                accepts("illegal-set-accepted", "a set with illegal characters is accepted", "badArgument",
                        c -> c.has("set") && !c.value("set").isEmpty()),
                must("empty-list-for-nothing", ERRORS, AREA, "a list without records is an empty element",
                        p -> p.accepts("noRecordsMatch", c -> true)),
                says("nothing-is-bad-argument", "a list without records is badArgument", "noRecordsMatch", "badArgument",
                        c -> true),
                says("nothing-is-unknown-item", "a list without records is idDoesNotExist", "noRecordsMatch", "idDoesNotExist",
                        c -> true));
    }

    private static OutsideRow accepts(String name, String description, String code, Predicate<OutsideCall> when) {
        return must(name, ERRORS, AREA, description, p -> p.accepts(code, when));
    }

    private static OutsideRow says(String name, String description, String code, String instead, Predicate<OutsideCall> when) {
        return must(name, ERRORS, AREA, description, p -> p.says(code, instead, when));
    }
}

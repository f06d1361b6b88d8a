package dev.sheaf.validator.evidence;

import java.util.Optional;

/** The requests that every run makes. */
public final class KnownRequests {

    /** Identify. */
    public static final ProbeRequest IDENTIFY = ProbeRequest.of("verb", "Identify");
    /** ListMetadataFormats of the repository. */
    public static final ProbeRequest FORMATS = ProbeRequest.of("verb", "ListMetadataFormats");
    /** The first page of ListSets. */
    public static final ProbeRequest SETS = ProbeRequest.of("verb", "ListSets");
    /** The first page of ListIdentifiers in oai_dc. */
    public static final ProbeRequest IDENTIFIERS = ProbeRequest.of("verb", "ListIdentifiers", "metadataPrefix", "oai_dc");
    /** The first page of ListIdentifiers once more. It refuses gzip, so that no further request has to. */
    public static final ProbeRequest IDENTIFIERS_AGAIN = IDENTIFIERS.again().refusing("gzip");
    /** The first page of ListRecords in oai_dc. */
    public static final ProbeRequest RECORDS = ProbeRequest.of("verb", "ListRecords", "metadataPrefix", "oai_dc");

    private KnownRequests() {}

    /** Returns the GetRecord request for a record. */
    public static ProbeRequest record(String identifier, String prefix) {
        return ProbeRequest.of("verb", "GetRecord", "identifier", identifier, "metadataPrefix", prefix);
    }

    /** Returns the plain request of a verb; empty for GetRecord. If it is not answered, wrong requests of that verb are not judged. */
    public static Optional<ProbeRequest> plain(String verb) {
        return switch (verb) {
            case "Identify" -> Optional.of(IDENTIFY);
            case "ListMetadataFormats" -> Optional.of(FORMATS);
            case "ListSets" -> Optional.of(SETS);
            case "ListIdentifiers" -> Optional.of(IDENTIFIERS);
            case "ListRecords" -> Optional.of(RECORDS);
            default -> Optional.empty();
        };
    }
}

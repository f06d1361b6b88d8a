package dev.sheaf.validator.rules.dates;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.ErrorExpected;
import dev.sheaf.validator.rules.RunRule;

/** The rules on requests with wrong dates. */
public final class WrongDates {

    private static final Set<String> BAD_ARGUMENT = Set.of("badArgument");

    private WrongDates() {}

    /** Returns the rules. */
    public static List<RunRule> all() {
        return List.of( //
                ErrorExpected.of("dates.malformed", BAD_ARGUMENT, list("ListRecords", "from", "junk"),
                        list("ListRecords", "until", "junk"), list("ListIdentifiers", "from", "junk"),
                        list("ListIdentifiers", "until", "junk")),
                ErrorExpected.of("dates.impossible", BAD_ARGUMENT, list("ListIdentifiers", "from", "2023-02-30")),
                ErrorExpected.of("dates.month", BAD_ARGUMENT, list("ListIdentifiers", "from", "2002-02")),
                ErrorExpected.of("dates.no-zone", BAD_ARGUMENT, list("ListIdentifiers", "from", "2002-02-05T05:35:00"),
                        list("ListIdentifiers", "from", "2002-02-05T05:35:00+00:00")),
                ErrorExpected.of("dates.fraction", BAD_ARGUMENT, list("ListIdentifiers", "from", "2002-02-05T05:35:00.500Z")),
                ErrorExpected.of("dates.mixed", BAD_ARGUMENT,
                        list("ListRecords", "from", "2002-02-05").and("until", "2002-02-06T05:35:00Z")),
                new ErrorExpected("dates.too-fine", BAD_ARGUMENT, WrongDates::tooFine,
                        "Identify does not state the granularity of days"),
                new ErrorExpected("dates.reversed", BAD_ARGUMENT, WrongDates::reversed, ""),
                new ErrorExpected("dates.before-earliest", Set.of("noRecordsMatch"), WrongDates::beforeEarliest,
                        "Identify states no legal earliestDatestamp"));
    }

    private static ProbeRequest list(String verb, String argument, String value) {
        return ProbeRequest.of("verb", verb, "metadataPrefix", "oai_dc", argument, value);
    }

    private static List<ProbeRequest> tooFine(Evidence evidence) {
        return evidence.granularity().filter(Granularity.DAY::equals).isPresent()
                ? List.of(list("ListIdentifiers", "from", "2002-02-05T05:35:00Z"))
                : List.of();
    }

    /** Both dates are within the repository's own time, where it might give records. */
    private static List<ProbeRequest> reversed(Evidence evidence) {
        LocalDate day = evidence.sample().map(RecordFacts::stamp).flatMap(Datestamp::instant)
                .map(time -> LocalDate.ofInstant(time, ZoneOffset.UTC)).orElse(LocalDate.of(2002, 2, 5));
        return List.of(list("ListIdentifiers", "from", day.plusDays(1).toString()).and("until", day.toString()));
    }

    private static List<ProbeRequest> beforeEarliest(Evidence evidence) {
        Datestamp earliest = evidence.earliest();
        Optional<Instant> time = earliest.instant();
        Optional<Granularity> granularity = evidence.granularity();
        if (time.isEmpty() || granularity.isEmpty()) {
            return List.of();
        }
        try {
            Datestamp before = Datestamp.of(time.get().minus(366, ChronoUnit.DAYS), granularity.get());
            return before.isLegal() && Datestamp.received(before.text()).isLegal()
                    ? List.of(KnownRequests.IDENTIFIERS.and("until", before.text()))
                    : List.of();
        } catch (DateTimeException _) {
            return List.of();
        }
    }
}

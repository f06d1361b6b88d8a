package dev.sheaf.validator.rules.dates;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
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
                new ErrorExpected("dates.impossible", BAD_ARGUMENT, WrongDates::impossible, ""),
                ErrorExpected.of("dates.unpadded", BAD_ARGUMENT, list("ListIdentifiers", "from", "2002-2-5"),
                        list("ListRecords", "until", "2030-2-5")),
                new ErrorExpected("dates.beside-set", BAD_ARGUMENT, WrongDates::besideSet, "the repository has no sets"),
                // Some answer badArgument to a date that has not come.
                new ErrorExpected("dates.after-all", Set.of("noRecordsMatch", "badArgument"),
                        WrongDates::afterAll, "records have datestamps years ahead"),
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

    private static List<ProbeRequest> impossible(Evidence evidence) {
        List<ProbeRequest> requests = new ArrayList<>(List.of(list("ListIdentifiers", "from", "2023-02-30"),
                list("ListIdentifiers", "until", "2023-02-30"), list("ListRecords", "from", "2023-13-01"),
                list("ListRecords", "until", "2030-04-31")));
        if (evidence.granularity().filter(Granularity.SECOND::equals).isPresent()) {
            requests.add(list("ListIdentifiers", "from", "2002-02-05T25:00:00Z"));
        }
        return requests;
    }

    /** Dates must be checked beside a set too. */
    private static List<ProbeRequest> besideSet(Evidence evidence) {
        return evidence.records().stream().filter(record -> !record.sets().isEmpty()).findFirst()
                .map(record -> List.of(list("ListIdentifiers", "from", "junk").and("set", record.sets().getFirst().strip())))
                .orElse(List.of());
    }

    private static List<ProbeRequest> afterAll(Evidence evidence) {
        LocalDate future = LocalDate.ofInstant(evidence.began(), ZoneOffset.UTC).plusYears(5);
        Instant then = future.atStartOfDay(ZoneOffset.UTC).toInstant();
        // A datestamp in the future breaks another rule.
        boolean isFree = evidence.records().stream()
                .allMatch(record -> record.stamp().lastSecond().filter(time -> time.isAfter(then)).isEmpty());
        return isFree ? List.of(list("ListIdentifiers", "from", future.toString())) : List.of();
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

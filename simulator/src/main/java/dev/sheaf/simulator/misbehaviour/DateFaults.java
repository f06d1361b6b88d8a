package dev.sheaf.simulator.misbehaviour;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;

/** Dates in unusual forms, with unusual meanings, or missing dates. */
final class DateFaults {

    private DateFaults() {}

    private static Misbehaviour of(String name, String description, List<Integer> rows, Expectation expectation,
            Consumer<Stage> plays) {
        return Misbehaviour.of(Misbehaviour.Group.DATES, name, description, rows, expectation, plays);
    }

    /** Creates a fault that concerns the next harvest: records are changed, added and deleted, and these changes have to arrive. */
    private static Misbehaviour changing(String name, String description, List<Integer> rows, Consumer<Stage> plays) {
        return of(name, description, rows, Expectation.all(), plays).then(Round.usual(Expectation.all().within(80)));
    }

    static List<Misbehaviour> all() {
        return List.of(
                changing("days-only", "Identify promises seconds; from and until take days alone.", List.of(43), stage -> {
                    stage.repository().granularity(Granularity.DAY);
                    identify(stage, Granularity.SECOND.text(), null);
                }),
                changing("seconds-only", "from and until take seconds alone: days are badArgument.", List.of(44),
                        stage -> stage.when(Layer.ANSWER, Asked.listStart().and(DateFaults::hasDay),
                                Behaviour.errors(new OaiError(Code.BAD_ARGUMENT, "not YYYY-MM-DDThh:mm:ssZ")))),
                changing("days-said-seconds-sent", "Identify promises days; datestamps are in seconds.", List.of(43, 50),
                        stage -> identify(stage, Granularity.DAY.text(), null)),
                of("until-leaves-out-its-day", "An until of a day ends at its beginning, and longer lists are refused.",
                        List.of(45, 73), Expectation.honest("").within(300), DateFaults::untilExclusive),
                changing("milliseconds", "Datestamps have milliseconds.", List.of(46), datestamps("Z", ".123Z")),
                changing("offset-in-datestamps", "Datestamps name a zone by its offset.", List.of(46, 47),
                        datestamps("Z", "+00:00")),
                changing("no-zone-in-datestamps", "Datestamps name no zone.", List.of(46), datestamps("Z", "")),
                changing("blank-in-datestamps", "Datestamps have a blank instead of the T.", List.of(46), stage -> stage.document(
                        text -> text.replaceAll("(<datestamp>[\\d-]{10})T([\\d:]{8})Z</datestamp>", "$1 $2</datestamp>"))),
                changing("response-date-with-fraction", "responseDate has decimals of seconds.", List.of(47),
                        responseDate(stage -> stage.clock().instant().toString().replaceFirst("(\\.\\d+)?Z$", ".4567Z"))),
                changing("response-date-with-offset", "responseDate is local time with its offset.", List.of(47),
                        responseDate(stage -> stage.clock().instant().atOffset(ZoneOffset.ofHours(-7))
                                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssXXX")))),
                changing("response-date-of-day", "responseDate is a day.", List.of(47),
                        responseDate(stage -> stage.clock().instant().toString().substring(0, 10))),
                changing("response-date-missing", "Responses have no responseDate, errors included.", List.of(18),
                        stage -> stage.document(text -> text.replaceFirst("<responseDate>.*</responseDate>", ""))),
                changing("response-date-empty", "responseDate is empty.", List.of(18), responseDate(_ -> "")),
                changing("granularity-in-other-case", "The granularity is written yyyy-mm-ddThh:MM:ssZ, with blanks.",
                        List.of(49), stage -> identify(stage, " yyyy-mm-ddThh:MM:ssZ ", null)),
                changing("granularity-unknown", "The granularity is the word \"second\".", List.of(49),
                        stage -> identify(stage, "second", null)),
                changing("earliest-missing", "Identify names no earliestDatestamp.", List.of(50), stage -> stage
                        .document(text -> text.replaceFirst("<earliestDatestamp>.*</earliestDatestamp>", ""))),
                of("earliest-now", "earliestDatestamp is this moment, and longer lists are refused.", List.of(50, 73),
                        Expectation.all().within(150), stage -> {
                            ListFaults.refuseLarge(stage);
                            identify(stage, null, stage.clock().instant().toString().substring(0, 19) + "Z");
                        }),
                of("earliest-too-late", "earliestDatestamp is later than three records, and longer lists are refused.",
                        List.of(50, 73), Expectation.all().within(150), stage -> {
                            ListFaults.refuseLarge(stage);
                            identify(stage, null, SimulatedRecords.datestamp(3).text());
                        }),
                of("earliest-unreadable", "earliestDatestamp is a year, and longer lists are refused.", List.of(50, 73),
                        Expectation.all().within(200), stage -> {
                            ListFaults.refuseLarge(stage);
                            identify(stage, null, "2024");
                        }),
                of("empty-datestamp", "A record's datestamp is empty.", List.of(51), withoutDate(),
                        stage -> stage.header(5,
                                text -> text.replaceFirst("<datestamp>.*</datestamp>", "<datestamp></datestamp>"))),
                of("no-datestamp", "A record has no datestamp.", List.of(51), withoutDate(),
                        stage -> stage.header(5, text -> text.replaceFirst("<datestamp>.*</datestamp>", ""))),
                changing("datestamp-in-future", "A record's datestamp lies in the year 2099.", List.of(50), stage -> stage.put(
                        SimulatedRecords.record(5, Datestamp.parse("2099-01-01T00:00:00Z"), "Title 5"))),
                changing("from-ignored", "from is ignored: everything comes each time.", List.of(52), stage -> stage.hear(
                        request -> without(request, "from"))),
                of("filed-under-another-date", "from and until look at another date than the one in the header.", List.of(53),
                        Expectation.all(), DateFaults::filedElsewhere).then(
                                new Round(
                                        "record 11 changes and keeps the date in its header", Duration.ofDays(1),
                                        stage -> stage.put(
                                                SimulatedRecords.record(11, SimulatedRecords.datestamp(11), "Title 11 changed")),
                                        false, Expectation.all())),
                late(),
                changing("unsorted", "Lists have no order.", List.of(55), stage -> stage.repository().sort(Comparator
                        .comparingInt(record -> Integer.reverse(SimulatedRecords.number(record.identifier()) * 0x9E3779B1)))),
                of("all-datestamps-change", "One day every datestamp is new and nothing else.", List.of(56), Expectation.all(),
                        _ -> {}).then(
                                new Round("all datestamps change", Duration.ofDays(1), DateFaults::bump, false,
                                        Expectation.all())),
                of("change-without-datestamp", "A record changes and keeps its datestamp.", List.of(56), Expectation.all(),
                        _ -> {}).then(
                                new Round("record 11 changes, not its datestamp", Duration.ofDays(1),
                                        stage -> stage.replace(record -> SimulatedRecords.number(record.identifier()) == 11
                                                ? SimulatedRecords.record(11, SimulatedRecords.datestamp(11), "Title 11 changed")
                                                : record),
                                        true, Expectation.all())),
                of("one-datestamp", "All records share one datestamp, and tokens live for two pages.", List.of(29, 56),
                        Expectation.all().within(300), stage -> {
                            // A record that appears later was not among those that got one datestamp at once.
                            stage.replace(record -> stage.repository().isShown(record)
                                    ? new OaiRecord(new Header(record.identifier(), SimulatedRecords.datestamp(0),
                                            record.header().sets(), record.deleted()), record.metadata())
                                    : record);
                            ListFaults.expireTokens(stage);
                        }));
    }

    private static Expectation withoutDate() {
        return new Expectation(Ending.REPAIRED_OR_QUARANTINED, Set.of(5), false, Set.of(), 40, "");
    }

    private static Misbehaviour late() {
        return of("late-visibility", "A record shows only 30 minutes after its datestamp.", List.of(54), Expectation.all(),
                stage -> {
                    Instant changed = stage.clock().instant().minus(Duration.ofMinutes(20));
                    OaiRecord late = SimulatedRecords.record(SimulatedRecords.FEWEST * 1000, Datestamp.ofSecond(changed), "Late");
                    stage.put(late);
                    Instant shown = changed.plus(Duration.ofMinutes(30));
                    stage.repository().show(record -> !record.identifier().equals(late.identifier())
                            || !stage.clock().instant().isBefore(shown));
                }).then(new Round("the record shows", Duration.ofHours(1), _ -> {}, false, Expectation.all()));
    }

    /** Changes the answer to Identify; null leaves a part unchanged. */
    private static void identify(Stage stage, @Nullable String granularity,
            @Nullable String earliest) {
        ProtocolFaults.identify(stage,
                old -> new RepositoryDescription(old.repositoryName(), old.baseUrl(), old.protocolVersion(),
                        old.adminEmails(), earliest == null ? old.earliestDatestamp() : Datestamp.received(earliest),
                        old.deletedRecord(),
                        granularity == null ? old.granularityText() : granularity, old.compressions(), old.descriptions()));
    }

    private static boolean hasDay(ReceivedRequest request) {
        return request.arguments().getOrDefault("from", "").length() == 10
                || request.arguments().getOrDefault("until", "").length() == 10;
    }

    private static ReceivedRequest without(ReceivedRequest request, String argument) {
        Map<String, String> fewer = new LinkedHashMap<>(request.arguments());
        fewer.remove(argument);
        return request.withArguments(fewer);
    }

    private static void untilExclusive(Stage stage) {
        identify(stage, Granularity.DAY.text(), null);
        ListFaults.refuseLarge(stage);
        stage.hear(request -> {
            String until = request.argument("until");
            if (until == null || until.length() != 10) {
                return request;
            }
            Map<String, String> other = new LinkedHashMap<>(request.arguments());
            other.put("until", until + "T00:00:00Z");
            return request.withArguments(other);
        });
    }

    private static Consumer<Stage> datestamps(String end, String other) {
        return stage -> stage.document(text -> text.replace(end + "</datestamp>", other + "</datestamp>"));
    }

    private static Consumer<Stage> responseDate(Function<Stage, String> date) {
        return stage -> stage.when(Layer.ANSWER, _ -> true, (_, reply) -> {
            OaiResponse old = reply.response();
            return old == null
                    ? reply
                    : reply.with(new OaiResponse(Datestamp.received(date.apply(stage)), old.request(), old.answer()));
        });
    }

    /**
     * Selects changed records by the time of their change; otherwise no increment could show them, and no harvester would have to fetch
     * them.
     */
    private static void filedElsewhere(Stage stage) {
        Instant start = stage.clock().instant();
        stage.repository().fileUnder(record -> {
            Instant stamp = record.header().datestamp().instant().orElse(start);
            boolean isOfToday = stamp.isAfter(start.minus(Duration.ofDays(1)));
            return Datestamp.ofSecond(stage.clock().instant().isAfter(start.plus(Duration.ofHours(12)))
                    && SimulatedRecords.number(record.identifier()) == 11
                            ? start.plus(Duration.ofHours(20))
                            : isOfToday ? stamp : start.minus(Duration.ofDays(5)));
        });
    }

    private static void bump(Stage stage) {
        Datestamp now = Datestamp.ofSecond(stage.clock().instant());
        UnaryOperator<OaiRecord> later = record -> new OaiRecord(
                new Header(record.identifier(), now, record.header().sets(), record.deleted()), record.metadata());
        stage.replace(later);
    }
}

package dev.sheaf.simulator.misbehaviour;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;

/** Faulty sets, identifiers and deletions. */
final class SetFaults {

    private static final String ODD_SET = "Ärzte & Söhne/50% +1 <neu>";

    private SetFaults() {}

    private static Misbehaviour of(String name, String description, List<Integer> rows, Expectation expectation,
            Consumer<Stage> plays) {
        return Misbehaviour.of(Misbehaviour.Group.SETS, name, description, rows, expectation, plays);
    }

    static List<Misbehaviour> all() {
        List<Misbehaviour> all = new ArrayList<>(sets());
        all.addAll(identifiers());
        all.addAll(deletions());
        return all;
    }

    private static List<Misbehaviour> sets() {
        return List.of(
                of("odd-set-specs", "Sets are named with blanks, +, /, %20, < and letters outside ASCII.", List.of(57),
                        Expectation.all(), SetFaults::oddSets),
                of("odd-set-asked-for", "The set to harvest is named with blanks, +, /, %, & and <.", List.of(57, 62),
                        Expectation.all(), SetFaults::oddSets).inSets(ODD_SET),
                of("duplicate-sets", "ListSets names sets twice, with other names.", List.of(58), Expectation.all(),
                        stage -> List.of("even", "odd", "even")
                                .forEach(set -> stage.repository().set(new OaiSet(new SetSpec(set), "Again", List.of())))),
                of("set-ignored", "The set that is asked for is ignored: everything comes.", List.of(59), Expectation.all(),
                        stage -> stage.hear(request -> without(request, "set"))).inSets("even"),
                of("no-set-specs", "Headers name no sets.", List.of(60), Expectation.all(),
                        stage -> stage
                                .document(text -> text.replaceAll("(<datestamp>[^<]*</datestamp>)(<setSpec>[^<]*</setSpec>)+",
                                        "$1"))),
                of("thousands-of-sets", "There are 2,500 sets, ten to a page.", List.of(61), Expectation.all().within(320),
                        stage -> {
                            for (int number = 0; number < 2_500; number++) {
                                stage.repository().set(new OaiSet(new SetSpec("s" + number), "Set " + number, List.of()));
                            }
                        }),
                of("odd-set-names", "Names of sets hold /, &, < and line feeds.", List.of(62), Expectation.all(),
                        stage -> stage.repository()
                                .set(new OaiSet(new SetSpec("names"), "A/B & C <d>\n\"é\" \\..\\", List.of()))),
                of("overlapping-sets", "Two sets share records.", List.of(65), Expectation.all(), _ -> {}).inSets("even",
                        "third"),
                of("list-sets-fails", "ListSets is HTTP 500.", List.of(61), Expectation.all(), stage -> stage.when(Layer.HTTP,
                        ReceivedRequest.of(Verb.LIST_SETS), Behaviour.status(500))),
                of("list-sets-refused", "ListSets is badVerb instead of noSetHierarchy.", List.of(61), Expectation.all(),
                        stage -> stage.when(Layer.ANSWER, ReceivedRequest.of(Verb.LIST_SETS),
                                Behaviour.errors(new OaiError(Code.BAD_VERB, "not here")))),
                of("list-sets-endless", "ListSets always gives the same page and the same token.", List.of(21, 61),
                        Expectation.all(), stage -> stage.when(Layer.ANSWER, ReceivedRequest.of(Verb.LIST_SETS),
                                (_, reply) -> reply.withAnswer(new OaiResponse.ListSets(
                                        List.of(new OaiSet(new SetSpec("even"), "Even", List.of())),
                                        new ResumptionToken("again!", null, null, null))))));
    }

    private static List<Misbehaviour> identifiers() {
        return List.of(
                of("live-and-deleted", "One item is listed deleted and then live, another live and then deleted.", List.of(63),
                        Expectation.all(), SetFaults::liveAndDeleted),
                of("duplicate-records", "Each page has its first record twice.", List.of(64), Expectation.all(),
                        stage -> stage.when(Layer.ANSWER, Asked.records(), Behaviour.records(records -> {
                            List<OaiRecord> more = new ArrayList<>(records);
                            more.addAll(records.stream().limit(1).toList());
                            return more;
                        }))),
                of("get-record-renames", "ListRecords fails, and GetRecord answers with another identifier.", List.of(34, 64),
                        Expectation.honest("").within(400), stage -> {
                            stage.when(Layer.HTTP, Asked.records(), Behaviour.status(500));
                            stage.when(Layer.DOCUMENT, ReceivedRequest.of(Verb.GET_RECORD), Behaviour.text(text -> text
                                    .replaceAll("<identifier>[^<]*:(\\d+)</identifier>", "<identifier>item-$1</identifier>")));
                        }),
                of("no-identifier", "A record's identifier is empty.", List.of(64), Expectation.allBut(5),
                        stage -> stage.header(5,
                                text -> text.replaceFirst("<identifier>.*</identifier>", "<identifier></identifier>"))),
                of("no-header", "A record has no header.", List.of(64), Expectation.missing(5),
                        stage -> stage.record(5, text -> text.replaceFirst("(?s)<header>.*</header>", ""))),
                of("odd-identifiers", "Identifiers are no URIs, and some differ by case alone.", List.of(64), Expectation.all(),
                        stage -> {
                            for (String odd : List.of("Nr. 5 / ü & ß <x>", "a", "A", "../../etc/passwd", "%00",
                                    "x?verb=Identify#")) {
                                stage.put(SimulatedRecords.with(new OaiRecord(
                                        new Header(odd, SimulatedRecords.datestamp(39), List.of(new SetSpec("odd")), false),
                                        null),
                                        SimulatedRecords.metadata(4, "Odd " + odd.length(), "")));
                            }
                        }),
                of("unknown-elements", "Headers and records have elements that the protocol does not know.", List.of(64),
                        Expectation.all(), stage -> stage.document(text -> text.replace("</header>",
                                "<x:rank xmlns:x=\"https://simulated.example.org/x/\">1</x:rank></header>")
                                .replace("<metadata>", "<status>new</status><metadata>"))),
                of("two-metadata", "A record has two metadata elements.", List.of(16),
                        new Expectation(Ending.REPAIRED_OR_QUARANTINED, Set.of(5), false, Set.of(), 40, ""),
                        stage -> stage.record(5, text -> text.contains("<metadata>")
                                ? text.replace("</record>", text.substring(text.indexOf("<metadata>")))
                                : text)));
    }

    private static List<Misbehaviour> deletions() {
        return List.of(
                of("deletions-at-first", "Deleted records come at the first harvest.", List.of(66, 67), Expectation.all(),
                        _ -> {}),
                of("deleted-with-metadata", "A deleted record has metadata.", List.of(63), Expectation.all(),
                        stage -> stage.record(7, text -> text.replace("</header>", "</header><metadata>"
                                + SimulatedRecords.metadata(7, "Title 7", "") + "</metadata>"))),
                of("deleted-in-capitals", "status is \"Deleted\".", List.of(63), Expectation.all(),
                        stage -> stage.document(text -> text.replace("status=\"deleted\"", "status=\"Deleted\""))),
                of("deleted-on-record", "status stands at the record, not at its header.", List.of(63), Expectation.all(),
                        stage -> stage.document(text -> text.replace("<record><header status=\"deleted\">",
                                "<record status=\"deleted\"><header>"))),
                of("deletion-comes", "A record is deleted, and comes back later.", List.of(63, 69), Expectation.all(), _ -> {})
                        .then(new Round("record 4 is deleted", Duration.ofDays(1), stage -> delete(stage, 4), false,
                                Expectation.all()))
                        .then(new Round("record 4 is back, as something else", Duration.ofDays(1), stage -> stage.put(
                                SimulatedRecords.record(4, now(stage), "Title 4 of another")), false, Expectation.all())),
                of("set-hides-deletions", "A set's list does not show what was deleted in it.", List.of(68),
                        Expectation.missing(18).ending(Ending.HONEST).within(40), SetFaults::hidingDeletions).inSets("even")
                        .then(new Round("record 4 is deleted", Duration.ofDays(1), stage -> delete(stage, 4), true,
                                Expectation.missing(4, 18).ending(Ending.HONEST))),
                of("vanishing", "deletedRecord is no; a record vanishes without a trace.", List.of(69), Expectation.all(),
                        SetFaults::forgetful)
                        .then(new Round("record 4 vanishes", Duration.ofDays(1),
                                stage -> stage.repository().remove(SimulatedRecords.identifier(4)), true, Expectation.all())),
                of("goes-empty", "One day the repository says that it has no records.", List.of(36, 86), Expectation.all(),
                        _ -> {}).then(
                                new Round("every list is noRecordsMatch", Duration.ofDays(1),
                                        stage -> stage.when(Layer.ANSWER, Asked.lists(),
                                                ListFaults.errors(Code.NO_RECORDS_MATCH)),
                                        true,
                                        Expectation.all().ending(Ending.SHORT))),
                of("goes-half-empty", "One day half of the repository is gone, and lists end as they should.", List.of(36, 37),
                        Expectation.all(), _ -> {}).then(
                                new Round("lists show half of the records", Duration.ofDays(1),
                                        SetFaults::halve, true, Expectation.all().ending(Ending.SHORT))),
                of("nothing-there", "The repository is open and has no records.", List.of(86),
                        Expectation.all().ending(Ending.HONEST), stage -> stage.repository().show(_ -> false)));
    }

    private static Datestamp now(Stage stage) {
        return Datestamp.ofSecond(stage.clock().instant());
    }

    private static void delete(Stage stage, int number) {
        stage.put(SimulatedRecords.record(number, now(stage), null));
    }

    private static ReceivedRequest without(ReceivedRequest request, String argument) {
        Map<String, String> fewer = new LinkedHashMap<>(request.arguments());
        fewer.remove(argument);
        return request.withArguments(fewer);
    }

    private static void oddSets(Stage stage) {
        List<SetSpec> odd = List.of("a b", "x+y", "p/q", "%20", "<z>", "é:ü", ODD_SET).stream().map(SetSpec::new).toList();
        odd.forEach(set -> stage.repository().set(new OaiSet(set, "Odd " + set, List.of())));
        stage.replace(record -> SimulatedRecords.number(record.identifier()) % 4 == 0
                ? new OaiRecord(new Header(record.identifier(), record.header().datestamp(), odd, record.deleted()),
                        record.metadata())
                : record);
    }

    private static void liveAndDeleted(Stage stage) {
        delete(stage, 8);
        stage.when(Layer.ANSWER, Asked.records(), Behaviour.records(records -> {
            List<OaiRecord> more = new ArrayList<>();
            for (OaiRecord record : records) {
                if (record.identifier().equals(SimulatedRecords.identifier(5))) {
                    more.add(SimulatedRecords.record(5, SimulatedRecords.datestamp(4), null));
                } else if (record.identifier().equals(SimulatedRecords.identifier(8))) {
                    more.add(SimulatedRecords.record(8, SimulatedRecords.datestamp(8), "Title 8"));
                }
                more.add(record);
            }
            return more;
        }));
    }

    private static void hidingDeletions(Stage stage) {
        stage.when(Layer.ANSWER, Asked.records(), Behaviour.records(
                records -> records.stream().filter(record -> !record.deleted()).toList()));
    }

    private static void forgetful(Stage stage) {
        ProtocolFaults.identify(stage,
                old -> new RepositoryDescription(old.repositoryName(), old.baseUrl(), old.protocolVersion(),
                        old.adminEmails(), old.earliestDatestamp(), "no", old.granularityText(), old.compressions(),
                        old.descriptions()));
    }

    /** Makes lists omit records with odd numbers. The records stay expected, because they still exist. */
    private static void halve(Stage stage) {
        stage.hear(request -> {
            if (!request.verb().startsWith("List") || request.argument("metadataPrefix") == null) {
                return request;
            }
            Map<String, String> other = new LinkedHashMap<>(request.arguments());
            other.putIfAbsent("set", "even");
            return request.withArguments(other);
        });
    }
}

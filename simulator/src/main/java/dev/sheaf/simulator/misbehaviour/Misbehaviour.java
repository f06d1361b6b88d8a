package dev.sheaf.simulator.misbehaviour;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.sheaf.simulator.Encryption;
/**
 * A fault that data providers in the field have shown. Immutable; each stage on which it is played has its own state.
 *
 * @param name in small letters and hyphens
 * @param description what a harvester meets, in a sentence
 * @param group to which it belongs
 * @param rows of the catalogue of failures in which it was collected; empty for one that is not there
 * @param sets the sets to harvest when the fault shows there only; empty for everything
 * @param expectation what a harvester must make of it
 * @param encryption of the connections to it
 * @param plays sets it up
 * @param rounds what happens later
 */
public record Misbehaviour(String name, String description, Group group, List<Integer> rows, List<String> sets,
        Expectation expectation, Encryption encryption, Consumer<Stage> plays, List<Round> rounds) {

    /** The chapters of the catalogue. */
    public enum Group {
        /** Bytes, encoding, XML. */
        BYTES("Bytes, encoding and XML"),
        /** Resumption tokens and lists. */
        LISTS("Resumption tokens and lists"),
        /** Dates. */
        DATES("Dates"),
        /** Sets, identifiers, deletions. */
        SETS("Sets, identifiers and deletions"),
        /** HTTP, load, access. */
        HTTP("HTTP, load and access"),
        /** Protocol versions and what the specification asks for. */
        PROTOCOL("Protocol");

        private final String text;

        Group(String text) {
            this.text = text;
        }

        /** Returns the text for people. */
        public String text() {
            return text;
        }
    }

    /** Copies the lists. */
    public Misbehaviour {
        rows = List.copyOf(rows);
        sets = List.copyOf(sets);
        rounds = List.copyOf(rounds);
    }

    /** One that shows at the first harvest. */
    static Misbehaviour of(Group group, String name, String description, List<Integer> rows, Expectation expectation,
            Consumer<Stage> plays) {
        return new Misbehaviour(name, description, group, rows, List.of(), expectation, Encryption.NONE, plays, List.of());
    }

    /** The same, to be harvested by sets. */
    Misbehaviour inSets(String... specs) {
        return new Misbehaviour(name, description, group, rows, List.of(specs), expectation, encryption, plays, rounds);
    }

    /** The same on connections of another kind. */
    Misbehaviour over(Encryption other) {
        return new Misbehaviour(name, description, group, rows, sets, expectation, other, plays, rounds);
    }

    /** The same, and then something happens. */
    Misbehaviour then(Round round) {
        return new Misbehaviour(name, description, group, rows, sets, expectation, encryption, plays,
                Stream.concat(rounds.stream(), Stream.of(round)).toList());
    }

    /** The single misbehaviours of which this is made; itself when it is one. */
    public List<Misbehaviour> parts() {
        return name.contains("+")
                ? Arrays.stream(name.split("\\+", -1)).flatMap(one -> Misbehaviours.named(one).stream()).toList()
                : List.of(this);
    }

    /** True when both can be played at once: one server has one kind of encryption, and a document one encoding. */
    public boolean goesWith(Misbehaviour other) {
        if (parts().stream().anyMatch(EncodingFaults::isEncoding)
                && other.parts().stream().anyMatch(EncodingFaults::isEncoding)) {
            return false;
        }
        return encryption == other.encryption || encryption == Encryption.NONE || other.encryption == Encryption.NONE;
    }

    /** Both at once. */
    public Misbehaviour and(Misbehaviour other) {
        List<Integer> both = new ArrayList<>(rows);
        both.addAll(other.rows);
        Expectation expected = expectation.and(other.expectation);
        if (parts().stream().anyMatch(MarkupFaults::holdsProtocol)
                || other.parts().stream().anyMatch(MarkupFaults::holdsProtocol)) {
            // Another fault changes what looks like the protocol's own elements in this record, too.
            expected = expected.altering(MarkupFaults.DAMAGED);
        }
        return new Misbehaviour(name + "+" + other.name, description + " " + other.description, group, both,
                sets.isEmpty() ? other.sets : sets, expected,
                encryption == Encryption.NONE ? other.encryption : encryption, plays.andThen(other.plays),
                Stream.concat(rounds.stream(), other.rounds.stream()).toList());
    }
}

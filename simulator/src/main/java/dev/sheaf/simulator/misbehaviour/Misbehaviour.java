package dev.sheaf.simulator.misbehaviour;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.sheaf.simulator.Encryption;
/**
 * A fault that real data providers have shown. Immutable; each stage on which it is played has its own state.
 *
 * @param name in small letters and hyphens
 * @param description the fault as a harvester sees it, in a sentence
 * @param group chapter of the catalogue
 * @param rows rows of the catalogue of failures in which it was collected; empty if it is not in the catalogue
 * @param sets the sets to harvest if the fault concerns them only; empty for everything
 * @param expectation result that a harvester must achieve
 * @param encryption of its connections
 * @param plays sets up the fault
 * @param rounds later events
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
        /** Protocol versions and requirements of the specification. */
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

    /** Creates a fault that occurs at the first harvest. */
    static Misbehaviour of(Group group, String name, String description, List<Integer> rows, Expectation expectation,
            Consumer<Stage> plays) {
        return new Misbehaviour(name, description, group, rows, List.of(), expectation, Encryption.NONE, plays, List.of());
    }

    /** Returns a copy that must be harvested by sets. */
    Misbehaviour inSets(String... specs) {
        return new Misbehaviour(name, description, group, rows, List.of(specs), expectation, encryption, plays, rounds);
    }

    /** Returns a copy with another encryption. */
    Misbehaviour over(Encryption other) {
        return new Misbehaviour(name, description, group, rows, sets, expectation, other, plays, rounds);
    }

    /** Returns a copy with a later event. */
    Misbehaviour then(Round round) {
        return new Misbehaviour(name, description, group, rows, sets, expectation, encryption, plays,
                Stream.concat(rounds.stream(), Stream.of(round)).toList());
    }

    /** Returns the single faults of a combination; a list of itself for a single fault. */
    public List<Misbehaviour> parts() {
        return name.contains("+")
                ? Arrays.stream(name.split("\\+", -1)).flatMap(one -> Misbehaviours.named(one).stream()).toList()
                : List.of(this);
    }

    /** Returns true if both can be played at once: a server has one kind of encryption, and a document one encoding. */
    public boolean goesWith(Misbehaviour other) {
        if (parts().stream().anyMatch(EncodingFaults::isEncoding)
                && other.parts().stream().anyMatch(EncodingFaults::isEncoding)) {
            return false;
        }
        return encryption == other.encryption || encryption == Encryption.NONE || other.encryption == Encryption.NONE;
    }

    /** Returns the combination of both. */
    public Misbehaviour and(Misbehaviour other) {
        List<Integer> both = new ArrayList<>(rows);
        both.addAll(other.rows);
        Expectation expected = expectation.and(other.expectation);
        if (parts().stream().anyMatch(MarkupFaults::holdsProtocol)
                || other.parts().stream().anyMatch(MarkupFaults::holdsProtocol)) {
            // Another fault also changes elements in this record that look like the protocol's own.
            expected = expected.altering(MarkupFaults.DAMAGED);
        }
        return new Misbehaviour(name + "+" + other.name, description + " " + other.description, group, both,
                sets.isEmpty() ? other.sets : sets, expected,
                encryption == Encryption.NONE ? other.encryption : encryption, plays.andThen(other.plays),
                Stream.concat(rounds.stream(), other.rounds.stream()).toList());
    }
}

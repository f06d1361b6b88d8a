package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;

/**
 * The rounds in which an answer is asked for, each with a client of its own patience. Belongs to one question.
 *
 * <p>A server that was busy (HTTP 429, 503) at the last of several attempts is asked once more: the time that it asked for has passed by
 * then. Failures of the attempts before would else be lost after that last one.
 */
final class AskingRounds {

    private enum Round {
        /** Finds out whether there is an answer at all. */
        HASTY,
        /** With the patience that the question deserves. */
        PATIENT,
        /** After a busy server. */
        LAST
    }

    private final OaiClient patient;
    private final OaiClient brisk;
    private Round round;
    private @Nullable HarvestException busy;

    private AskingRounds(OaiClient patient, OaiClient brisk, Round first) {
        this.patient = patient;
        this.brisk = brisk;
        this.round = first;
    }

    /** The patient client first. */
    static AskingRounds patient(OaiClient patient, OaiClient brisk) {
        return new AskingRounds(patient, brisk, Round.PATIENT);
    }

    /** The brisk client first, and the patient one when the failure may soon pass. */
    static AskingRounds hasty(OaiClient patient, OaiClient brisk) {
        return new AskingRounds(patient, brisk, Round.HASTY);
    }

    /** The client of this round. */
    OaiClient client() {
        return round == Round.PATIENT ? patient : brisk;
    }

    /**
     * Begins the next round after a failure.
     *
     * @return null; when no other round is worth a request, the failure of the question
     */
    @Nullable
    HarvestException failed(HarvestException failure) {
        return switch (round) {
            case HASTY -> {
                round = Round.PATIENT;
                yield maySoonPass(failure) ? null : failure;
            }
            case PATIENT -> {
                round = Round.LAST;
                busy = failure;
                yield isBusy(failure) ? null : failure;
            }
            case LAST -> busy != null && failure.kind() == Kind.PAUSED ? busy : failure;
        };
    }

    private static boolean maySoonPass(HarvestException failure) {
        return switch (failure.kind()) {
            case CONNECTION, CONNECT, UNKNOWN_HOST -> true;
            default -> isBusy(failure);
        };
    }

    private static boolean isBusy(HarvestException failure) {
        return failure.status() == 429 || failure.status() == 503;
    }
}

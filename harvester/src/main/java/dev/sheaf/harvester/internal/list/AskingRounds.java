package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HarvestException.Kind;

/**
 * The rounds of attempts for one request. Each round has a client with its own number of attempts.
 *
 * <p>If the server was busy (HTTP 429, 503) at the last of several attempts, there is one more round, because the time that it asked for
 * has then passed.
 */
final class AskingRounds {

    private enum Round {
        /** Finds out whether there is an answer at all. */
        HASTY,
        /** With many attempts. */
        PATIENT,
        /** After the server was busy. */
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

    /** Creates rounds that begin with the patient client. */
    static AskingRounds patient(OaiClient patient, OaiClient brisk) {
        return new AskingRounds(patient, brisk, Round.PATIENT);
    }

    /** Creates rounds that begin with the brisk client. The patient client follows if the failure may be temporary. */
    static AskingRounds hasty(OaiClient patient, OaiClient brisk) {
        return new AskingRounds(patient, brisk, Round.HASTY);
    }

    /** Returns the client of this round. */
    OaiClient client() {
        return round == Round.PATIENT ? patient : brisk;
    }

    /**
     * Begins the next round after a failure.
     *
     * @return null; the failure of the request if no other round is worth the effort
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

    /** Returns true if a server asked for a pause, which may be over when the failure is reported. */
    static boolean isBusy(HarvestException failure) {
        return failure.status() == 429 || failure.status() == 503;
    }
}

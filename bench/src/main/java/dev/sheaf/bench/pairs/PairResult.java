package dev.sheaf.bench.pairs;

import java.util.List;

import dev.sheaf.simulator.misbehaviour.Judgement.Mark;
import dev.sheaf.simulator.misbehaviour.Play;

/**
 * Result of a combination of misbehaviours.
 *
 * @param name names of all of them, with {@code +} between
 * @param mark worst mark of all harvests
 * @param requests number of requests of all harvests
 * @param harvested each harvest with its judgement; empty for a result from the log, or without an end
 * @param reason reason for people; empty if all is right
 * @param said messages of the harvester, for people
 */
record PairResult(String name, Mark mark, int requests, String reason, List<Play.Harvested> harvested, List<String> said) {

    PairResult {
        harvested = List.copyOf(harvested);
        said = List.copyOf(said);
    }

    /** Returns a copy without the harvests and the messages of the harvester. */
    PairResult inShort() {
        return new PairResult(name, mark, requests, reason, List.of(), List.of());
    }

    static PairResult of(String name, int requests, List<Play.Harvested> harvested, List<String> said) {
        Mark worst = Mark.RIGHT;
        StringBuilder reason = new StringBuilder();
        for (int i = 0; i < harvested.size(); i++) {
            Play.Harvested one = harvested.get(i);
            if (one.judgement().mark() != Mark.RIGHT) {
                reason.append(reason.isEmpty() ? "" : "; ").append("harvest ").append(i + 1)
                        .append(one.event().isEmpty() ? "" : " (" + one.event() + ")").append(": ")
                        .append(String.join("; ", one.judgement().reasons()));
            }
            worst = one.judgement().mark().compareTo(worst) > 0 ? one.judgement().mark() : worst;
        }
        return new PairResult(name, worst, requests, reason.toString(), harvested, said);
    }
}

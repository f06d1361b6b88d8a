package dev.sheaf.simulator.misbehaviour;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import dev.sheaf.simulator.misbehaviour.Judgement.Mark;

/**
 * A test of a harvester against one or several misbehaviours: a first harvest, then later events, each followed by a harvest. Each harvest
 * is judged by the real records of the repository.
 *
 * <p>The misbehaviours define the events. If none of them defines one, records are changed, added and deleted as in any repository ({@link
 * Round#usual}), because a harvester that got everything once may still lose later changes.
 */
public final class Play {

    private static final Duration BETWEEN = Duration.ofDays(1);
    private static final Duration AFTER_EVENT = Duration.ofMinutes(1);
    /** Value in place of the number of a part: the event concerns all parts. */
    private static final int ALL = -1;

    /** A harvester with its store. */
    @FunctionalInterface
    public interface Harvests {

        /**
         * Harvests the stage once.
         *
         * @param full true for everything, false for an increment
         */
        Held harvest(boolean full);
    }

    /**
     * A harvest and its judgement.
     *
     * @param event the event before it, for people; empty for the first harvest
     * @param held the claim and the content of the store
     * @param judgement by {@link Judge}
     * @param requests number of requests
     */
    public record Harvested(String event, Held held, Judgement judgement, int requests) {}

    private record Event(Round round, int part) {}

    private final Stage stage;
    private final Consumer<Duration> passing;
    private final Harvests harvests;
    private final List<Misbehaviour> parts;
    private final int[] events;
    private final Judge judge;
    private final List<Harvested> harvested = new ArrayList<>();

    private Play(Stage stage, Consumer<Duration> passing, Harvests harvests) {
        this.stage = stage;
        this.passing = passing;
        this.harvests = harvests;
        this.parts = stage.misbehaviour().parts();
        this.events = new int[parts.size()];
        this.judge = new Judge(stage.misbehaviour().expectation().altered());
    }

    /**
     * Plays a stage that was not harvested before. Ends after a harvest that was worse than incomplete, and after the first one if no
     * record has to arrive.
     *
     * @param passing advances the clock of the stage and the harvester
     */
    public static List<Harvested> play(Stage stage, Consumer<Duration> passing, Harvests harvests) {
        Play play = new Play(stage, passing, harvests);
        play.all();
        return List.copyOf(play.harvested);
    }

    /**
     * Plays a stage that has not broken down: a first harvest of a faultless repository, one of everything with the faults, and one of
     * everything after they have gone. Each must keep what the first one brought.
     *
     * @param passing advances the clock of the stage and the harvester
     */
    public static List<Harvested> playLater(Stage stage, Consumer<Duration> passing, Harvests harvests) {
        Play play = new Play(stage, passing, harvests);
        if (play.once("", true)) {
            passing.accept(BETWEEN);
            stage.breakDown();
            passing.accept(AFTER_EVENT);
            if (play.once("the fault begins", true)) {
                passing.accept(BETWEEN);
                stage.recover();
                play.once("the fault has gone", true);
            }
        }
        return List.copyOf(play.harvested);
    }

    private void all() {
        if (!once("", true) || reach().everythingLost()) {
            return;
        }
        for (Event event : events()) {
            passing.accept(event.round().passes());
            event.round().happens().accept(stage);
            passing.accept(AFTER_EVENT);
            for (int part = 0; part < events.length; part++) {
                events[part] += event.part() == part || event.part() == ALL ? 1 : 0;
            }
            if (!once(event.round().change(), event.round().full())) {
                return;
            }
        }
    }

    private List<Event> events() {
        List<Event> own = new ArrayList<>();
        for (int part = 0; part < parts.size(); part++) {
            for (Round round : parts.get(part).rounds()) {
                if (!round.isUsual()) {
                    own.add(new Event(round, part));
                }
            }
        }
        return own.isEmpty() ? List.of(new Event(Round.usual(stage.misbehaviour().expectation()), ALL)) : own;
    }

    /** Returns the least that must be achieved against all parts together. */
    private LeastResult reach() {
        LeastResult reach = new LeastResult(LeastResult.Claim.COMPLETE, false, Set.of(), Set.of());
        for (int part = 0; part < parts.size(); part++) {
            reach = reach.and(MustReach.of(parts.get(part).name(), events[part]));
        }
        return reach;
    }

    /** Harvests once. Returns true if the play should continue. */
    private boolean once(String event, boolean full) {
        int asked = stage.requestCount();
        Truth before = Truth.of(stage);
        Held held = harvests.harvest(full && !event.isEmpty());
        Judgement judgement = judge.judge(reach(), before, Truth.of(stage), full, held);
        harvested.add(new Harvested(event, held, judgement, stage.requestCount() - asked));
        return judgement.mark().compareTo(Mark.INCOMPLETE) <= 0;
    }
}

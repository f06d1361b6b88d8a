package dev.sheaf.validator.rules.load;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Verb;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * Two requests at the same time are both answered, or refused by 503 with Retry-After (guidelines for repositories, §6.1). The run makes
 * one pair at its end, and a second pair if the first was not answered.
 */
public final class TwoRequests implements RunRule {

    @Override
    public String name() {
        return "load.two-requests";
    }

    @Override
    public boolean comparesMoments() {
        return true;
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        List<List<Observation>> pairs = evidence.together();
        if (pairs.isEmpty()) {
            examination.notJudged(evidence.limit().orElse("no two requests were made at the same time"));
            return;
        }
        Optional<Observation> last = refused(pairs.getLast());
        Optional<Observation> before = refused(pairs.getFirst());
        if (last.isPresent() && last.get().failedBy() == Kind.PAUSED) {
            examination.notJudged(last.get().summary());
        } else if (last.isPresent()) {
            examination.broken(last.get(), "Of two requests at the same time, one is answered by " + last.get().summary()
                    + ". Alone it is answered.");
        } else if (before.isPresent()) {
            examination.flaky(before.get(), "Of two requests at the same time, one was answered by " + before.get().summary()
                    + "; of the next two, both were answered.");
        } else {
            examination.passed();
        }
    }

    /** Returns the answer of a pair that is none to its request, and no polite refusal; empty if both are right. */
    public static Optional<Observation> refused(List<Observation> pair) {
        return pair.stream().filter(one -> !isAnswered(one)).findFirst();
    }

    private static boolean isAnswered(Observation one) {
        if (one.status() == 503 || one.status() == 429) {
            return one.retryAfter() != null;
        }
        // An element that no request asks for is the matter of envelope.verb. The answer to the other request of the pair is a mix-up.
        return one.isOai() && (one.document().isError()
                || Arrays.stream(Verb.values()).map(Verb::text)
                        .noneMatch(verb -> !verb.equals(one.request().verb()) && one.document().answers(verb)));
    }
}

package dev.sheaf.validator.rules.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * The time for a page does not grow with its distance from the beginning of the list. The first page is left out, because it may begin the
 * work for the list. Growth counts if the last third of the pages takes three times as long as the first third, half a second longer, and
 * if four of five pairs of pages agree.
 */
public final class PageTimes implements RunRule {

    private static final int FEWEST_PAGES = 6;
    private static final int MOST_COMPARED = 8;
    private static final int PARTS = 3;
    private static final int FACTOR = 3;
    private static final long LEAST_MILLIS = 500;
    private static final double AGREEING = 0.8;
    private static final double MILLIS = 1000.0;

    @Override
    public String name() {
        return "load.page-times";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ListName name : List.of(ListName.IDENTIFIERS, ListName.RECORDS)) {
            List<Observation> pages = evidence.list(name).pages().stream().filter(Observation::isOai).toList();
            if (pages.size() < FEWEST_PAGES) {
                examination.notJudged("no list was read for " + FEWEST_PAGES + " pages");
            } else if (grows(pages.subList(1, pages.size()))) {
                broken(pages, examination);
            } else {
                examination.passed();
            }
        }
    }

    private static void broken(List<Observation> pages, Examination examination) {
        List<Observation> later = pages.subList(1, pages.size());
        int count = compared(later);
        Observation last = later.getLast();
        examination.broken(last, String.format(Locale.ROOT,
                "Pages come later the deeper they are in the list: page 2 took %.1f s, and page %d took %.1f s.",
                later.getFirst().took().toMillis() / MILLIS, pages.size(), last.took().toMillis() / MILLIS));
        later.subList(0, count).forEach(examination::concerns);
        later.subList(later.size() - count, later.size()).forEach(examination::concerns);
    }

    private static boolean grows(List<Observation> pages) {
        List<Long> times = pages.stream().map(page -> page.took().toMillis()).toList();
        int count = compared(pages);
        long early = median(times.subList(0, count));
        long late = median(times.subList(times.size() - count, times.size()));
        return late >= FACTOR * early && late - early >= LEAST_MILLIS && share(times) >= AGREEING;
    }

    private static int compared(List<Observation> pages) {
        return Math.clamp(pages.size() / PARTS, 2, MOST_COMPARED);
    }

    private static long median(List<Long> times) {
        List<Long> sorted = new ArrayList<>(times);
        sorted.sort(null);
        return sorted.get(sorted.size() / 2);
    }

    /** Returns the share of pairs of pages of which the later one took longer. */
    private static double share(List<Long> times) {
        int pairs = 0;
        int longer = 0;
        for (int i = 0; i < times.size(); i++) {
            for (int j = i + 1; j < times.size(); j++) {
                pairs++;
                longer += times.get(j) > times.get(i) ? 1 : 0;
            }
        }
        return (double) longer / pairs;
    }
}

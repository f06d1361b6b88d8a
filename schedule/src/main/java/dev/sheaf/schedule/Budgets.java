package dev.sheaf.schedule;

import java.util.HashMap;
import java.util.Map;

/** Limits of requests: for all sources together, and for each host; and quiet hours without requests. Not thread-safe. */
final class Budgets {

    private final ScheduleTerms terms;
    private final RequestBudget all;
    private final Map<String, RequestBudget> hosts = new HashMap<>();
    private final Map<String, Integer> sourcesOfHost = new HashMap<>();
    private int sources;

    Budgets(ScheduleTerms terms, long now) {
        this.terms = terms;
        this.all = new RequestBudget(terms.budget(), now);
    }

    /** Adds a source of a host. */
    void join(String host, long now) {
        all.sources(++sources, now);
        sourcesOfHost.merge(host, 1, Integer::sum);
        Double hostBudget = terms.hostBudget();
        if (hostBudget != null) {
            hosts.computeIfAbsent(host, _ -> new RequestBudget(hostBudget, now)).sources(1, now);
        }
    }

    /** Removes a source of a host. */
    void leave(String host, long now) {
        all.sources(--sources, now);
        if (sourcesOfHost.merge(host, -1, Integer::sum) <= 0) {
            sourcesOfHost.remove(host);
            hosts.remove(host);
        }
    }

    void advance(long now) {
        all.advance(now);
    }

    /** Returns the budget of all. */
    RequestBudget all() {
        return all;
    }

    /** Returns the time from which the budget of a host permits a request, without regard to the budget of all sources. */
    long ofHost(String host, boolean owed, long now) {
        if (unquiet(now) > now) {
            return unquiet(now);
        }
        RequestBudget ofHost = hosts.get(host);
        if (ofHost == null) {
            return now;
        }
        ofHost.advance(now);
        return ofHost.allows(owed) ? now : ofHost.allowedFrom(owed);
    }

    private long unquiet(long now) {
        QuietHours quiet = terms.quiet();
        return quiet == null ? now : Math.max(now, quiet.end(now));
    }

    /** Counts a request for the budgets of its host and of all sources. */
    void spend(String host, long now) {
        all.spend();
        spendOfHost(host, now);
    }

    /** Counts a request for the budget of its host only. */
    void spendOfHost(String host, long now) {
        RequestBudget ofHost = hosts.get(host);
        if (ofHost != null) {
            ofHost.advance(now);
            ofHost.spend();
        }
    }
}

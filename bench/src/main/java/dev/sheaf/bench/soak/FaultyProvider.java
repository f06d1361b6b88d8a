package dev.sheaf.bench.soak;

import java.time.InstantSource;
import java.util.List;
import java.util.Random;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;

/** Data provider over HTTP whose records change, and which sometimes fails for some requests. Closing it closes its port. */
final class FaultyProvider implements AutoCloseable {

    private static final int PAGE = 100;
    /** Number of bytes after which a response ends early, within the first record. */
    private static final int BEGINNING = 900;
    private static final List<Behaviour> FAULTS = List.of(Behaviour.status(500), Behaviour.busy(503, "1"),
            Behaviour.html("Down for maintenance"), Behaviour.cutAfter(BEGINNING), Behaviour.truncate(BEGINNING),
            Behaviour.emptyPage(), Behaviour.sameToken(), Behaviour.brokenGzip(),
            Behaviour.text(text -> text.replaceFirst("History", "His\u0001tory")),
            Behaviour.text(text -> text.replaceFirst("version", "vers&ion")));

    private final ScriptedProvider provider = ScriptedProvider.start(InstantSource.system());
    private final SteadyRecords records;
    private final Random random;

    FaultyProvider(Random random, int first, int count) {
        this.random = random;
        this.records = new SteadyRecords(random, first, count);
        provider.pageSize(PAGE).set(new OaiSet(new SetSpec(Soak.SET), "Shown"))
                .set(new OaiSet(new SetSpec(Soak.OTHER_SET), "Other"));
        provider.put(records.all());
    }

    String baseUrl() {
        return provider.baseUrl();
    }

    /** Changes some records. */
    void change(int count) {
        provider.put(records.change(count));
    }

    /** Makes the next one or two requests of lists fail in one way. Earlier faults and the log of requests are removed. */
    void misbehave() {
        behave();
        provider.times(1 + random.nextInt(2), ReceivedRequest.of(Verb.LIST_RECORDS), FAULTS.get(random.nextInt(FAULTS.size())));
    }

    /** Ends the faults. */
    void behave() {
        provider.behave();
        provider.clearLog();
    }

    /** Returns the model: all present records. */
    List<OaiRecord> records() {
        return records.all();
    }

    @Override
    public void close() {
        provider.close();
    }
}

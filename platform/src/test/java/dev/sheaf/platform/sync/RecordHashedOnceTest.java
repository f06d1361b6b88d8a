package dev.sheaf.platform.sync;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** A record is hashed once on its way into the store, however often a run compares it with the stored copy. */
class OneHashTest extends JobsSetup {

    private static final MetadataFormat OTHER = new MetadataFormat(new MetadataPrefix("other"), "http://a.example/o.xsd",
            "http://www.openarchives.org/OAI/2.0/oai_dc/");

    /** oai_dc is then derived of every page. */
    private static final HarvestOptions ONLY_OTHER = HarvestOptions.DEFAULT.withLists(List.of(OTHER.prefix()), List.of());

    /** The hash that the store saw first of each record. */
    private final IdentityHashMap<OaiRecord, byte[]> hashes = new IdentityHashMap<>();
    private final List<String> hashedAgain = new ArrayList<>();
    private final Map<String, Integer> calls = new HashMap<>();

    // The same array, not an equal one: that shows that nothing was hashed again.
    @SuppressWarnings("ReferenceEquality")
    private void look(Batch.Part part) {
        List<byte[]> ofPart = part.hashes();
        for (int i = 0; i < ofPart.size(); i++) {
            OaiRecord record = part.records().get(i);
            byte[] before = hashes.putIfAbsent(record, ofPart.get(i));
            if (before != null && before != ofPart.get(i)) {
                hashedAgain.add(record.identifier());
            }
        }
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        if (arguments != null && method.getName().equals("differing")) {
            look((Batch.Part) arguments[1]);
            calls.merge("differing", 1, Integer::sum);
        } else if (arguments != null && arguments[0] instanceof Batch batch) {
            batch.parts().forEach(this::look);
            calls.merge("save", 1, Integer::sum);
        }
        try {
            return method.invoke(store(), arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getTargetException();
        }
    }

    private HarvestOutcome harvestWatched() {
        HubStore watched = (HubStore) Proxy.newProxyInstance(HubStore.class.getClassLoader(), new Class<?>[]{HubStore.class},
                (_, method, arguments) -> call(method, arguments));
        return new SourceHarvest(watched, harvester, clock)
                .run(store().source(ID).orElseThrow(), ONLY_OTHER, HarvestCare.USUAL, _ -> {}).orElseThrow();
    }

    @Test
    void derivedAndRepeatedRecords_areHashedOnce() {
        ScriptedProvider provider = repository("persistent", List.of());
        provider.format(OTHER).put(OTHER.prefix(), SampleRecords.many(20));
        harvest(ONLY_OTHER, HarvestCare.USUAL);
        Datestamp late = Datestamp.ofSecond(clock.instant().minus(Duration.ofMinutes(10)));
        clock.advance(Duration.ofMinutes(30));
        provider.put(OTHER.prefix(), List.of(SampleRecords.live(21, "late", late),
                SampleRecords.live(22, "new", Datestamp.ofSecond(clock.instant()))));

        assertThat(harvestWatched().verdict()).isEqualTo(Verdict.COMPLETE);

        assertThat(calls).as("the list compares what came late, the derivation everything").containsEntry("differing", 2);
        assertThat(calls).containsKey("save");
        assertThat(hashes).isNotEmpty();
        assertThat(hashedAgain).isEmpty();
    }
}

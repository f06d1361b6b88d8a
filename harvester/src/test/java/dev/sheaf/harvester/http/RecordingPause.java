package dev.sheaf.harvester.http;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what would be waited, and goes on. */
public final class RecordingPause implements Pause {

    public final List<Duration> times = new CopyOnWriteArrayList<>();
    public final List<String> reasons = new CopyOnWriteArrayList<>();

    @Override
    public void pause(Duration time, String reason) {
        times.add(time);
        reasons.add(reason);
    }
}

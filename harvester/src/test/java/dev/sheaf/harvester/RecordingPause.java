package dev.sheaf.harvester;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what would be waited, and goes on. */
final class RecordingPause implements Pause {

    final List<Duration> times = new CopyOnWriteArrayList<>();
    final List<String> reasons = new CopyOnWriteArrayList<>();

    @Override
    public void pause(Duration time, String reason) {
        times.add(time);
        reasons.add(reason);
    }
}

package dev.sheaf.bench.fuzztime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/** Measurement of the processor time of all Java threads of this process; compilers and collectors of garbage do not count. For one thread. */
final class CpuClock {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuClock() {}

    /** Work that is measured. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /** Returns the nanoseconds that the processors spend on the work. */
    static long nanos(Work work) throws Exception {
        Map<Long, Long> before = others();
        long begin = THREADS.getCurrentThreadCpuTime();
        work.run();
        long sum = THREADS.getCurrentThreadCpuTime() - begin;
        for (Map.Entry<Long, Long> thread : others().entrySet()) {
            sum += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
        }
        return sum;
    }

    /** Times of the other threads that live, by their numbers: this one is read at the last moment, for the reading takes time too. */
    private static Map<Long, Long> others() {
        Map<Long, Long> times = new HashMap<>();
        for (long thread : THREADS.getAllThreadIds()) {
            long time = THREADS.getThreadCpuTime(thread);
            if (time >= 0 && thread != Thread.currentThread().threadId()) {
                times.put(thread, time);
            }
        }
        return times;
    }
}

package dev.sheaf.bench.fuzztime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;

/** Measurement of the processor time of all Java threads of this process, without compilers and garbage collectors. For one thread. */
final class CpuClock {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private CpuClock() {}

    /** Work that is measured. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /** Returns the nanoseconds of processor time for the work. */
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

    /**
     * Returns the times of the other live threads by their numbers. The current thread is read last, because the reading takes time, too.
     */
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

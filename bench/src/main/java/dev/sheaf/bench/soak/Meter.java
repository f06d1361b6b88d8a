package dev.sheaf.bench.soak;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

import com.sun.management.OperatingSystemMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;

/** Meter of the resources of a hub's process and of its data directory. Works on Linux, for processes of the same user. */
final class Meter implements AutoCloseable {

    private static final double MEGABYTE = 1 << 20;
    private static final double NANOS = 1e9;

    private final SoakedHub hub;
    private final List<String> sources;
    private final Path process;
    private final JMXConnector connector;
    private final MemoryMXBean memory;
    private final OperatingSystemMXBean system;

    /**
     * Reading of a process.
     *
     * @param heap used heap after a garbage collection, in MB
     * @param cache part of it that the hub's cache of list segments uses, in MB; it grows to its own limit
     * @param most largest heap, in MB
     * @param threads number of threads of the process
     * @param files number of open files of the process
     * @param database used pages of the store, in MB
     * @param index size of the search index, in MB
     * @param cpu CPU seconds of the process
     * @param runs number of runs of harvests and pushes so far
     */
    record Reading(double heap, double cache, double most, double threads, double files, double database, double index,
            double cpu,
            double runs) {}

    private Meter(SoakedHub hub, List<String> sources, JMXConnector connector) throws IOException {
        this.hub = hub;
        this.sources = sources;
        this.process = Path.of("/proc", Long.toString(hub.pid()));
        this.connector = connector;
        MBeanServerConnection server = connector.getMBeanServerConnection();
        this.memory = ManagementFactory.newPlatformMXBeanProxy(server, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
        this.system = ManagementFactory.newPlatformMXBeanProxy(server, ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME,
                OperatingSystemMXBean.class);
    }

    /**
     * Attaches to the process of a hub.
     *
     * @param sources whose runs count
     */
    @SuppressWarnings("BanJNDI") // The address belongs to a process that this program has started.
    static Meter attach(SoakedHub hub, List<String> sources) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(hub.pid()));
            try {
                return new Meter(hub, sources,
                        JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent())));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException failure) {
            throw new IOException("the process " + hub.pid() + " cannot be measured", failure);
        }
    }

    /** Collects garbage in the process, then reads. */
    Reading read() throws IOException, InterruptedException {
        memory.gc();
        MemoryUsage heap = memory.getHeapMemoryUsage();
        double cache = hub.metric("sheaf_cache_bytes{cache=\"list-segments\"}") / MEGABYTE;
        return new Reading(heap.getUsed() / MEGABYTE, cache, heap.getMax() / MEGABYTE, entries(process.resolve("task")),
                entries(process.resolve("fd")), database(), size(hub.data().resolve("index")) / MEGABYTE,
                system.getProcessCpuTime() / NANOS, runs());
    }

    /** Returns the number of runs of all sources. */
    private double runs() throws IOException, InterruptedException {
        double most = 0;
        for (String source : sources) {
            most = Math.max(most, (double) hub.runs(source));
        }
        return most;
    }

    private static long entries(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    private double database() throws IOException {
        try (Connection connection = DriverManager
                .getConnection("jdbc:sqlite:file:" + hub.data().resolve("sheaf.db") + "?mode=ro");
                Statement statement = connection.createStatement()) {
            double pages = number(statement, "page_count") - number(statement, "freelist_count");
            return pages * number(statement, "page_size") / MEGABYTE;
        } catch (SQLException failure) {
            throw new IOException("the store cannot be measured: " + failure.getMessage(), failure);
        }
    }

    private static double number(Statement statement, String pragma) throws SQLException {
        try (ResultSet result = statement.executeQuery("PRAGMA " + pragma)) {
            result.next();
            return result.getLong(1);
        }
    }

    private static double size(Path folder) throws IOException {
        double sum = 0;
        List<Path> files;
        try (Stream<Path> listed = Files.list(folder)) {
            files = listed.toList();
        } catch (NoSuchFileException _) {
            return 0;
        }
        for (Path file : files) {
            try {
                sum += Files.isRegularFile(file) ? Files.size(file) : 0;
            } catch (NoSuchFileException _) {
                // The file was merged away in the meantime.
            }
        }
        return sum;
    }

    @Override
    public void close() throws IOException {
        connector.close();
    }
}

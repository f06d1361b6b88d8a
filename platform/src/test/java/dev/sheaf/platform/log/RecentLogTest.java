package dev.sheaf.platform.log;

import java.time.Instant;

import org.junit.jupiter.api.Test;

import dev.sheaf.platform.log.RecentLog.Level;
import dev.sheaf.platform.log.RecentLog.Line;

import static org.assertj.core.api.Assertions.assertThat;

class RecentLogTest {

    private static final Instant NOW = Instant.parse("2025-03-01T12:00:00Z");

    private final RecentLog log = new RecentLog();

    @Test
    void newestLines_areKept_andComeFirst() {
        for (int i = 0; i <= RecentLog.LINES; i++) {
            log.add(NOW, Level.INFO, "Test", "line " + i);
        }
        assertThat(log.newest(Level.DEBUG, 2 * RecentLog.LINES)).hasSize(RecentLog.LINES);
        assertThat(log.newest(Level.DEBUG, 2)).extracting(Line::message).containsExactly("line 1000", "line 999");
        assertThat(log.newest(Level.DEBUG, 2 * RecentLog.LINES).getLast().message()).isEqualTo("line 1");
    }

    @Test
    void linesOfLowerLevels_areSkipped() {
        log.add(NOW, Level.ERROR, "Test", "bad");
        log.add(NOW, Level.INFO, "Test", "usual");
        assertThat(log.newest(Level.WARN, 10)).containsExactly(new Line(NOW, Level.ERROR, "Test", "bad"));
        assertThat(Level.of("warn")).contains(Level.WARN);
        assertThat(Level.of("null")).isEmpty();
    }

    @Test
    void logLine_isCutToAReadableLength() {
        log.add(NOW, Level.INFO, "Test", "x".repeat(10 * RecentLog.LONGEST));
        assertThat(log.newest(Level.INFO, 1).getFirst().message()).hasSize(RecentLog.LONGEST + 1).endsWith("\u2026");
    }
}

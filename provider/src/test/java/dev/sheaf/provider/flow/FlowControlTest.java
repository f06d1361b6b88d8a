package dev.sheaf.provider.flow;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.address.IpAddress;
import dev.sheaf.provider.flow.FlowDecision.Forbidden;
import dev.sheaf.provider.flow.FlowDecision.Redirect;
import dev.sheaf.provider.flow.FlowDecision.RetryAfter;
import dev.sheaf.provider.flow.FlowDecision.Serve;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class FlowControlTest {

    private static final Serve AT_ONCE = new Serve(Duration.ZERO);
    private static final IpAddress CLIENT = IpAddress.parse("203.0.113.5");

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    /** One request each ten seconds, three at once; the fourth unheeded answer is a refusal for a minute. */
    private final FlowRules sixPerMinute = FlowRules.NONE.withLimit(new RequestLimit(6, 3, 2, Duration.ofMinutes(1)));

    private FlowControl control(FlowRules rules) {
        return new FlowControl(rules, clock);
    }

    private static List<AddressBlock> blocks(String... texts) {
        return List.of(texts).stream().map(AddressBlock::parse).toList();
    }

    private static int secondsToWait(FlowDecision decision) {
        assertThat(decision).isInstanceOf(RetryAfter.class);
        return ((RetryAfter) decision).seconds();
    }

    private static void exhaust(FlowControl control, IpAddress client) {
        for (int i = 0; i < 3; i++) {
            assertThat(control.decide(client)).isEqualTo(AT_ONCE);
        }
    }

    @Test
    void withoutRules_everyClientIsServed() {
        FlowControl control = control(FlowRules.NONE);
        for (int i = 0; i < 1_000; i++) {
            assertThat(control.decide(CLIENT)).isEqualTo(AT_ONCE);
        }
        assertThat(control.clients()).isZero();
    }

    @Test
    void tooManyRequests_getTheTimeToWait() {
        FlowControl control = control(sixPerMinute);
        exhaust(control, CLIENT);

        assertThat(secondsToWait(control.decide(CLIENT))).isEqualTo(10);
        clock.advance(Duration.ofMillis(2_500));
        assertThat(secondsToWait(control.decide(CLIENT))).as("rounded up").isEqualTo(8);
        clock.advance(Duration.ofMillis(7_499));
        assertThat(secondsToWait(control.decide(CLIENT))).isEqualTo(1);
        clock.advance(Duration.ofMillis(1));
        assertThat(control.decide(CLIENT)).isEqualTo(AT_ONCE);
        assertThat(secondsToWait(control.decide(CLIENT))).isEqualTo(10);
    }

    @Test
    void reason_namesTheLimit() {
        FlowControl control = control(sixPerMinute);
        exhaust(control, CLIENT);

        assertThat(((RetryAfter) control.decide(CLIENT)).reason()).contains("6 a minute").contains("3 at once");
    }

    @Test
    void clientThatWaits_isServed() {
        for (int perMinute : new int[]{1, 7, 59, 60, 61, 600, 1_000_000}) {
            FlowControl control = control(FlowRules.NONE.withLimit(RequestLimit.perMinute(perMinute)));
            int told = 0;
            for (int i = 0; i < 500; i++) {
                FlowDecision decision = control.decide(CLIENT);
                if (decision instanceof RetryAfter wait) {
                    told++;
                    clock.advance(Duration.ofSeconds(wait.seconds()));
                    decision = control.decide(CLIENT);
                }
                assertThat(decision).as("%d a minute, request %d", perMinute, i).isEqualTo(AT_ONCE);
            }
            assertThat(told).isPositive();
        }
    }

    @Test
    void clientAfterAPause_mayUseItsBurstAgain() {
        FlowControl control = control(sixPerMinute);
        exhaust(control, CLIENT);
        clock.advance(Duration.ofSeconds(30));

        exhaust(control, CLIENT);
        assertThat(secondsToWait(control.decide(CLIENT))).isEqualTo(10);
    }

    @Test
    void clientThatContinues_isRefusedForTheStatedTime() {
        FlowControl control = control(sixPerMinute);
        exhaust(control, CLIENT);
        for (int told = 1; told <= 3; told++) {
            assertThat(secondsToWait(control.decide(CLIENT))).isEqualTo(10);
        }

        assertThat(control.decide(CLIENT)).isInstanceOfSatisfying(Forbidden.class,
                refusal -> assertThat(refusal.reason()).contains("Retry-After").contains("60 seconds"));
        clock.advance(Duration.ofSeconds(59));
        assertThat(control.decide(CLIENT)).as("asking meanwhile does not make it longer").isInstanceOfSatisfying(Forbidden.class,
                refusal -> assertThat(refusal.reason()).contains("another 1 seconds"));
        clock.advance(Duration.ofSeconds(1));
        assertThat(control.decide(CLIENT)).isEqualTo(AT_ONCE);
    }

    @Test
    void clientThatWaitedOnce_getsItsFullPatienceAgain() {
        FlowControl control = control(sixPerMinute);
        exhaust(control, CLIENT);
        for (int time = 0; time < 10; time++) {
            for (int told = 1; told <= 3; told++) {
                secondsToWait(control.decide(CLIENT));
            }
            clock.advance(Duration.ofSeconds(10));
            assertThat(control.decide(CLIENT)).isEqualTo(AT_ONCE);
        }
    }

    @Test
    void eachClient_hasItsOwnLimit() {
        FlowControl control = control(sixPerMinute);
        exhaust(control, CLIENT);
        exhaust(control, IpAddress.parse("203.0.113.6"));
        exhaust(control, IpAddress.parse("2001:db8::1"));

        assertThat(secondsToWait(control.decide(IpAddress.parse("::ffff:203.0.113.5")))).isEqualTo(10);
    }

    @Test
    void addressesOfOneIpv6Connection_areOneClient() {
        FlowControl control = control(sixPerMinute);
        for (String host : List.of("1", "2", "ffff:1:2")) {
            assertThat(control.decide(IpAddress.parse("2001:db8:1:2::" + host))).isEqualTo(AT_ONCE);
        }

        assertThat(secondsToWait(control.decide(IpAddress.parse("2001:db8:1:2::4")))).isEqualTo(10);
        assertThat(control.decide(IpAddress.parse("2001:db8:1:3::4"))).isEqualTo(AT_ONCE);
    }

    @Test
    void clockSetBack_doesNotLengthenWaits() {
        FlowControl control = control(sixPerMinute);
        exhaust(control, CLIENT);
        clock.advance(Duration.ofHours(-5));
        assertThat(secondsToWait(control.decide(CLIENT))).isEqualTo(10);
        for (int i = 0; i < 4; i++) {
            control.decide(CLIENT);
        }
        assertThat(control.decide(CLIENT)).isInstanceOf(Forbidden.class);
        clock.advance(Duration.ofHours(-5));
        assertThat(control.decide(CLIENT)).isInstanceOf(Forbidden.class);
        clock.advance(Duration.ofSeconds(60));
        clock.advance(Duration.ofSeconds(secondsToWait(control.decide(CLIENT))));
        assertThat(control.decide(CLIENT)).isEqualTo(AT_ONCE);
    }

    @Test
    void allowedClient_isNeitherLimitedNorDelayedNorRedirected() {
        FlowControl control = control(
                sixPerMinute.withDelay(Duration.ofSeconds(2)).withMirror(URI.create("https://mirror.example/oai"))
                        .withAllowed(blocks("203.0.113.0/24")).withDenied(AddressBlock.ALL));
        for (int i = 0; i < 100; i++) {
            assertThat(control.decide(CLIENT)).isEqualTo(AT_ONCE);
        }
        assertThat(control.decide(IpAddress.parse("203.0.114.1"))).isInstanceOf(Forbidden.class);
        assertThat(control.decide(IpAddress.parse("2001:db8::1"))).isInstanceOf(Forbidden.class);
    }

    @Test
    void narrowestAddressBlock_decides() {
        FlowControl control = control(
                FlowRules.NONE.withAllowed(blocks("203.0.113.0/24", "2001:db8::7"))
                        .withDenied(blocks("203.0.0.0/16", "203.0.113.5", "2001:db8::/32")));

        assertThat(control.decide(CLIENT)).isInstanceOfSatisfying(Forbidden.class,
                refusal -> assertThat(refusal.reason()).contains("203.0.113.5").contains("administrator"));
        assertThat(control.decide(IpAddress.parse("203.0.113.6"))).isEqualTo(AT_ONCE);
        assertThat(control.decide(IpAddress.parse("203.0.7.1"))).isInstanceOf(Forbidden.class);
        assertThat(control.decide(IpAddress.parse("2001:db8::7"))).isEqualTo(AT_ONCE);
        assertThat(control.decide(IpAddress.parse("2001:db8::8"))).isInstanceOf(Forbidden.class);
        assertThat(control.decide(IpAddress.parse("198.51.100.1"))).isEqualTo(AT_ONCE);
    }

    @Test
    void configuredMirror_getsEveryRequest() {
        URI mirror = URI.create("https://mirror.example/oai");
        FlowControl control = control(sixPerMinute.withMirror(mirror));
        for (int i = 0; i < 10; i++) {
            assertThat(control.decide(CLIENT)).isEqualTo(new Redirect(mirror));
        }
    }

    @Test
    void configuredDelay_appliesToEveryAnswer() {
        Serve later = new Serve(Duration.ofMillis(200));
        FlowControl control = control(sixPerMinute.withDelay(later.delay()));

        assertThat(List.of(control.decide(CLIENT), control.decide(CLIENT), control.decide(CLIENT))).containsOnly(later);
        assertThat(secondsToWait(control.decide(CLIENT))).isEqualTo(10);
    }

    @Test
    void floodOfAddresses_needsNoMoreMemory_andKeepsLimitsOfActiveClients() {
        FlowControl control = control(sixPerMinute);
        exhaust(control, CLIENT);
        List<FlowDecision> others = new ArrayList<>();
        for (int i = 0; i < 3 * FlowControl.CLIENTS; i++) {
            others.add(control.decide(new IpAddress(0x2001_0db8_0000_0000L + i, 0)));
            if (i % 10_000 == 0) {
                assertThat(control.decide(CLIENT)).isNotEqualTo(AT_ONCE);
            }
        }
        assertThat(others).containsOnly(AT_ONCE);
        assertThat(control.clients()).isEqualTo(FlowControl.CLIENTS);
        assertThat(control.decide(CLIENT)).isInstanceOf(Forbidden.class);
    }
}

package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Wait limits of started work outside its slot. */
class PageWaitBudgetTest {
  private static final Duration QUARTER = Duration.ofMinutes(15);
  private final PageWaitBudget page = new PageWaitBudget();

  @Test
  void oneWindowIsWaitedForAndNoSecondOne() {
    assertFalse(page.isWorthWaiting(Duration.ofSeconds(1)), "nothing would be lost");
    page.pageStarted();
    assertTrue(page.isWorthWaiting(QUARTER));
    page.addWait(QUARTER);
    assertTrue(page.isWorthWaiting(Duration.ofMinutes(1)));
    assertFalse(page.isWorthWaiting(QUARTER));
  }

  @Test
  void manyShortWaitsEndToo() {
    page.pageStarted();
    int waits = 0;
    while (page.isWorthWaiting(Duration.ofMinutes(1))) {
      page.addWait(Duration.ofMinutes(1));
      page.pageStarted();
      waits++;
    }
    assertTrue(waits == 16, () -> "waits");
  }

  @Test
  void thePageAfterOneThatIsStoredHasItsOwnWait() {
    page.pageStarted();
    page.addWait(QUARTER);
    page.pageStored();
    assertFalse(page.isWorthWaiting(Duration.ofSeconds(1)));
    page.pageStarted();
    assertTrue(page.isWorthWaiting(QUARTER));
  }

  @Test
  void thereIsRoomForAllProvidersThatThereAre() {
    var settings = Defaults.config().pull();
    // The number of catalog providers with an adapter, if all are configured; startup counts the
    // configured ones.
    assertTrue(
        settings.concurrency() >= PullFeature.requiredSlots(22, settings.providerConcurrency()));
  }
}

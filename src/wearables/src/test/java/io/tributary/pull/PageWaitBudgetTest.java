package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long what is begun may wait beside its place. */
class PageWaitBudgetTest {
  private static final Duration QUARTER = Duration.ofMinutes(15);
  private final PageWaitBudget page = new PageWaitBudget();

  @Test
  void oneWindowIsWaitedForAndNoSecondOne() {
    assertFalse(page.worth(Duration.ofSeconds(1)), "nothing would be lost");
    page.begun();
    assertTrue(page.worth(QUARTER));
    page.waits(QUARTER);
    assertTrue(page.worth(Duration.ofMinutes(1)));
    assertFalse(page.worth(QUARTER));
  }

  @Test
  void manyShortWaitsEndToo() {
    page.begun();
    int waits = 0;
    while (page.worth(Duration.ofMinutes(1))) {
      page.waits(Duration.ofMinutes(1));
      page.begun();
      waits++;
    }
    assertTrue(waits == 16, () -> "waits");
  }

  @Test
  void thePageAfterOneThatIsStoredHasItsOwnWait() {
    page.begun();
    page.waits(QUARTER);
    page.stored();
    assertFalse(page.worth(Duration.ofSeconds(1)));
    page.begun();
    assertTrue(page.worth(QUARTER));
  }

  @Test
  void thereIsRoomForAllProvidersThatThereAre() {
    var settings = Defaults.config().pull();
    // So many of the catalogue have code when all are set up; the start counts those that are.
    assertTrue(settings.slots() >= PullFeature.needed(22, settings.providerSlots()));
  }
}

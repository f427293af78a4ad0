package io.tributary.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderQuotaTest {
  @Test
  void severalQuotasStandBesideEachOther() {
    assertEquals(
        List.of(
            new ProviderQuota(100, Duration.ofMinutes(15), false),
            new ProviderQuota(1000, Duration.ofDays(1), false),
            new ProviderQuota(150, Duration.ofHours(1), true)),
        ProviderQuota.parse("100/15m, 1000/1d,150/1h/user"));
  }

  @Test
  void fixedTimesAreTimesOfTheDay() {
    assertEquals(
        List.of(
            new ProviderQuota(100, Duration.ofMinutes(15), false, true),
            new ProviderQuota(1000, Duration.ofDays(1), false, true),
            new ProviderQuota(5, Duration.ofHours(1), true, true)),
        ProviderQuota.parse("100/15m!,1000/1d!,5/1h!/user"));
  }

  @Test
  void oneUsersRefusalIsOfNobodyElseWhereOnlyUsersAreCounted() {
    assertTrue(ProviderQuota.allPerUser(ProviderQuota.parse("20/15m/user,100/1d/user")));
    assertFalse(ProviderQuota.allPerUser(ProviderQuota.parse("20/15m/user,100/1d")));
    assertFalse(ProviderQuota.allPerUser(ProviderQuota.parse("")));
  }

  @Test
  void nothingIsNotKnown() {
    assertEquals(List.of(), ProviderQuota.parse(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "100",
        "100/",
        "/5m",
        "0/5m",
        "-1/5m",
        "1.5/5m",
        "100/5",
        "100/5w",
        "100/5m/team",
        "100/5m,",
        ",100/5m",
        "99999999999/5m",
        "10000001/5m",
        "100/10ms",
        "100/32d",
        "100/7m!",
        "100/2d!",
        "100/!5m",
        "100/5m/user!"
      })
  void whatIsNoQuotaIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> ProviderQuota.parse(text));
  }
}

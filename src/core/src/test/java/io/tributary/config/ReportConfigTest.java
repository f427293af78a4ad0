package io.tributary.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.config.ReportConfig.Limits;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Limits of report uploads. */
class ReportConfigTest {
  private static Limits of(Map<String, String> environment) throws ConfigException {
    return ConfigLoader.load(Path.of("no-conf"), environment).report().effectiveLimits();
  }

  @Test
  void thePresetsAreThoseOfTheContract() throws ConfigException {
    assertEquals(new Limits(10_485_760, 1, 10_485_760, 30, 300), of(Map.of()));
    assertEquals(
        new Limits(31_457_280, 8, 31_457_280, 30, 300),
        of(Map.of("TRIBUTARY_REPORT_PRESET", "reference")));
  }

  @Test
  void aNamedLimitWinsAndTheSumFollowsTheFile() throws ConfigException {
    assertEquals(
        new Limits(2048, 3, 2048, 2, 5),
        of(
            Map.of(
                "TRIBUTARY_REPORT_LIMITS_MAX_FILE_BYTES", "2048",
                "TRIBUTARY_REPORT_LIMITS_MAX_FILES", "3",
                "TRIBUTARY_REPORT_LIMITS_MAX_PAGES", "2",
                "TRIBUTARY_REPORT_LIMITS_SANDBOX_JOB_QUOTA", "5")));
  }
}

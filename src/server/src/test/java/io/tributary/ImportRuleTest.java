package io.tributary;

import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Architecture rules: which package may import which, and which APIs production code must not use.
 */
class ImportRuleTest {
  private static final String BASE = "io.tributary";

  /**
   * Packages in dependency order. A package may import only packages listed before it; {@code ""}
   * is the composition root.
   */
  private static final List<String> ORDER =
      List.of(
          "core",
          "model",
          "sampleblock",
          "workoutfile",
          "config",
          "metrics",
          "telemetry",
          "log",
          "db",
          "crypto",
          "bus",
          "cluster",
          "lease",
          "job",
          "audit",
          "http",
          "outbound",
          "process",
          "report.page",
          "report.extract",
          "report.layout",
          "report.reader",
          "report.loinc",
          "report.interpret",
          "lab.state",
          "lab.protocol",
          "lab.protocol.hl7",
          "lab.protocol.fhir",
          "lab.protocol.mllp",
          "team",
          "event",
          "delivery",
          "webhook",
          "eventlog",
          "streaming",
          "portal",
          "provider",
          "provider.oauth",
          "provider.document",
          "provider.<slug>",
          "connection",
          "subscription",
          "teamcredential",
          "device",
          "user",
          "ingest",
          "rawdocument",
          "read",
          "fhir",
          "aggregate",
          "pull",
          "notification",
          "sdk",
          "workout",
          "healthimport",
          "provenance",
          "throttle",
          "link",
          "bulk",
          "diagnostics",
          "lab.catalogue",
          "lab.account",
          "lab.insurance",
          "lab.order",
          "lab.appointment",
          "lab.notification",
          "lab.result",
          "lab.result.trend",
          "lab.document",
          "lab.exchange",
          "lab.sandbox",
          "lab.fhir",
          "report.parsing",
          "report.review",
          "erasure",
          "maintenance",
          "");

  /** Standalone programs that no class of the service imports. */
  private static final Set<String> PROGRAMS =
      Set.of(
          BASE + ".Main",
          BASE + ".RotateMasterKeyCommand",
          BASE + ".DiagnoseCommand",
          BASE + ".VerifyAuditCommand");

  /** Command-line entry points of the service. */
  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(
              location -> !location.contains("-tests.jar") && !location.contains("/simulators/"))
          .importPackages(BASE);

  /** Returns the package name relative to the base package, or {@code ""} for the root. */
  private static String relativeName(String fullPackage) {
    return fullPackage.equals(BASE) ? "" : fullPackage.substring(BASE.length() + 1);
  }

  private static boolean adapter(String local) {
    return local.startsWith("provider.") && !ORDER.contains(local);
  }

  private static int orderIndex(String local) {
    return ORDER.indexOf(adapter(local) ? "provider.<slug>" : local);
  }

  /** Returns the reason why {@code from} may not import {@code to}, or empty if it may. */
  private static Optional<String> violation(String from, String to) {
    if (from.equals(to)) {
      return Optional.empty();
    }
    if (orderIndex(from) < 0 || orderIndex(to) < 0) {
      return Optional.of("add the package to the order");
    }
    if (adapter(from) && adapter(to)) {
      return Optional.of("adapters do not import each other");
    }
    return orderIndex(to) < orderIndex(from)
        ? Optional.empty()
        : Optional.of("it comes later in the order");
  }

  @Test
  void packagesImportOnlyThoseBeforeThem() {
    classes()
        .that()
        .resideInAPackage(BASE + "..")
        .should(
            new ArchCondition<JavaClass>("import only packages before their own") {
              @Override
              public void check(JavaClass c, ConditionEvents events) {
                String from = relativeName(c.getPackageName());
                for (Dependency d : c.getDirectDependenciesFromSelf()) {
                  String target = d.getTargetClass().getBaseComponentType().getPackageName();
                  if (target.equals(BASE) || target.startsWith(BASE + ".")) {
                    violation(from, relativeName(target))
                        .ifPresent(
                            why ->
                                events.add(
                                    SimpleConditionEvent.violated(
                                        d, d.getDescription() + ": " + why)));
                  }
                }
              }
            })
        .check(MAIN);
  }

  @Test
  void theRuleObjectsToWhatItForbids() {
    assertTrue(violation("core", "db").isPresent());
    assertTrue(violation("provider", "provider.oura").isPresent());
    assertTrue(violation("provider.oura", "provider.garmin").isPresent());
    assertTrue(violation("provider.document", "provider.oura").isPresent());
    assertTrue(violation("provider.oauth", "provider.document").isPresent());
    assertTrue(violation("unlisted", "core").isPresent());
    assertFalse(violation("http", "core").isPresent());
    assertFalse(violation("provider.oura", "provider").isPresent());
    assertFalse(violation("provider.oura", "provider.document").isPresent());
    assertFalse(violation("", "link").isPresent());
  }

  @Test
  void theImporterSeesTheService() {
    assertEquals(1, MAIN.stream().filter(c -> c.getName().equals(BASE + ".Node")).count());
  }

  @Test
  void loggingGoesThroughSystemLogger() {
    noClasses()
        .that()
        .resideOutsideOfPackage(BASE + ".log")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..")
        .check(MAIN);
  }

  @Test
  void onlyProgramsWriteToTheConsole() {
    noClasses()
        .that(areNotPrograms())
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(MAIN);
  }

  @Test
  void onlyTheLauncherOfTheEmbeddedServerSleeps() {
    // Blocking an event loop stalls every request on it, so waits must use timers or futures. The
    // launcher is exempt: it watches another process on a plain thread before any event loop
    // exists.
    noClasses()
        .that(areNotPrograms())
        .should(callMethod(Thread.class, "sleep", long.class))
        .orShould(callMethod(Thread.class, "sleep", java.time.Duration.class))
        .check(MAIN);
    noClasses()
        .that(areNotPrograms())
        .and()
        .doNotHaveFullyQualifiedName(BASE + ".db.StartupDeadline")
        .should(callMethod(TimeUnit.class, "sleep", long.class))
        .check(MAIN);
  }

  private static DescribedPredicate<JavaClass> areNotPrograms() {
    return DescribedPredicate.describe("are not programs", c -> !PROGRAMS.contains(c.getName()));
  }
}

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

/** Which package may import which, and what main code keeps away from. */
class ImportRuleTest {
  private static final String BASE = "io.tributary";

  /** A package imports only those before it; "" is the composition root. */
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
          "report.page",
          "report.extract",
          "report.layout",
          "report.reader",
          "report.loinc",
          "report.interpret",
          "report.parsing",
          "report.review",
          "erasure",
          "maintenance",
          "");

  /** Command lines of the service; they may print and wait. */
  private static final Set<String> PROGRAMS =
      Set.of(
          BASE + ".Main",
          BASE + ".RotateMasterKeyCommand",
          BASE + ".DiagnoseCommand",
          BASE + ".VerifyAuditCommand");

  /** The service without tests, test helpers of other modules and simulators. */
  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(
              location -> !location.contains("-tests.jar") && !location.contains("/simulators/"))
          .importPackages(BASE);

  /** The package name below the base package; empty for the base package itself. */
  private static String local(String fullPackage) {
    return fullPackage.equals(BASE) ? "" : fullPackage.substring(BASE.length() + 1);
  }

  private static boolean adapter(String local) {
    return local.startsWith("provider.") && !ORDER.contains(local);
  }

  private static int place(String local) {
    return ORDER.indexOf(adapter(local) ? "provider.<slug>" : local);
  }

  /** Why {@code from} may not import {@code to}; empty when it may. */
  private static Optional<String> objection(String from, String to) {
    if (from.equals(to)) {
      return Optional.empty();
    }
    if (place(from) < 0 || place(to) < 0) {
      return Optional.of("add the package to the order");
    }
    if (adapter(from) && adapter(to)) {
      return Optional.of("adapters do not import each other");
    }
    return place(to) < place(from) ? Optional.empty() : Optional.of("it comes later in the order");
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
                String from = local(c.getPackageName());
                for (Dependency d : c.getDirectDependenciesFromSelf()) {
                  String target = d.getTargetClass().getBaseComponentType().getPackageName();
                  if (target.equals(BASE) || target.startsWith(BASE + ".")) {
                    objection(from, local(target))
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
    assertTrue(objection("core", "db").isPresent());
    assertTrue(objection("provider", "provider.oura").isPresent());
    assertTrue(objection("provider.oura", "provider.garmin").isPresent());
    assertTrue(objection("provider.document", "provider.oura").isPresent());
    assertTrue(objection("provider.oauth", "provider.document").isPresent());
    assertTrue(objection("unlisted", "core").isPresent());
    assertFalse(objection("http", "core").isPresent());
    assertFalse(objection("provider.oura", "provider").isPresent());
    assertFalse(objection("provider.oura", "provider.document").isPresent());
    assertFalse(objection("", "link").isPresent());
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
    // A sleeping event loop stops a thousand requests; waiting is a timer's or a future's work. The
    // launcher watches a foreign process on a plain thread, before there is an event loop.
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

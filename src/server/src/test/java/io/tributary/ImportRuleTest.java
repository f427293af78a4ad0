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
          "kernel",
          "model",
          "block",
          "recording",
          "config",
          "metrics",
          "telemetry",
          "log",
          "db",
          "vault",
          "bus",
          "cluster",
          "lease",
          "job",
          "audit",
          "http",
          "outbound",
          "child",
          "lab.state",
          "lab.wire",
          "lab.wire.hl7",
          "lab.wire.fhir",
          "lab.wire.mllp",
          "team",
          "event",
          "delivery",
          "webhook",
          "eventlog",
          "stream",
          "portal",
          "provider",
          "provider.oauth",
          "provider.doc",
          "provider.<slug>",
          "connection",
          "subscribe",
          "credential",
          "device",
          "user",
          "ingest",
          "raw",
          "read",
          "fhir",
          "aggregate",
          "pull",
          "inbound",
          "push",
          "workoutfile",
          "fileimport",
          "explain",
          "throttle",
          "link",
          "bulk",
          "doctor",
          "lab.catalogue",
          "lab.account",
          "lab.insurance",
          "lab.order",
          "lab.appointment",
          "lab.notice",
          "lab.result",
          "lab.result.trend",
          "lab.document",
          "lab.exchange",
          "lab.sandbox",
          "lab.facade",
          "report.page",
          "report.extract",
          "report.table",
          "report.reader",
          "report.loinc",
          "report.meaning",
          "report.job",
          "report.review",
          "erasure",
          "housekeeping",
          "");

  /** Programs of their own: nothing of the service imports them. */
  /** Command lines of the service itself. */
  private static final Set<String> PROGRAMS =
      Set.of(BASE + ".Main", BASE + ".Rekey", BASE + ".AskDoctor", BASE + ".VerifyAudit");

  private static final Set<String> APART = Set.of("simulator", "demo", "bench");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(BASE);

  /** "" for the root package, else the name below it. */
  private static String local(String fullPackage) {
    return fullPackage.equals(BASE) ? "" : fullPackage.substring(BASE.length() + 1);
  }

  private static String head(String local) {
    return local.contains(".") ? local.substring(0, local.indexOf('.')) : local;
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
    if (APART.contains(head(to))) {
      return head(from).equals(head(to)) || head(from).equals("bench")
          ? Optional.empty()
          : Optional.of("nobody imports " + head(to));
    }
    if (head(from).equals("bench")) {
      return Optional.empty();
    }
    if (from.equals("simulator.lab") && to.startsWith("lab.wire")) {
      // A wire needs two ends: the laboratory frames and heads its messages with the same code,
      // whose own tests hold it against the standard.
      return Optional.empty();
    }
    if (APART.contains(head(from))) {
      return to.equals("kernel")
          ? Optional.empty()
          : Optional.of(head(from) + " imports the kernel and libraries only");
    }
    if (place(from) < 0 || place(to) < 0) {
      return Optional.of("give the package a place in the order");
    }
    if (adapter(from) && adapter(to)) {
      return Optional.of("adapters do not know each other");
    }
    return place(to) < place(from) ? Optional.empty() : Optional.of("it stands later in the order");
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
    assertTrue(objection("kernel", "db").isPresent());
    assertTrue(objection("provider", "provider.oura").isPresent());
    assertTrue(objection("provider.oura", "provider.garmin").isPresent());
    assertTrue(objection("provider.doc", "provider.oura").isPresent());
    assertTrue(objection("provider.oauth", "provider.doc").isPresent());
    assertTrue(objection("link", "simulator.oura").isPresent());
    assertTrue(objection("demo", "http").isPresent());
    assertTrue(objection("unheard", "kernel").isPresent());
    assertFalse(objection("http", "kernel").isPresent());
    assertFalse(objection("provider.oura", "provider").isPresent());
    assertFalse(objection("provider.oura", "provider.doc").isPresent());
    assertFalse(objection("", "link").isPresent());
    assertFalse(objection("simulator.oura", "kernel").isPresent());
    assertTrue(objection("simulator.oura", "lab.wire.mllp").isPresent());
    assertFalse(objection("simulator.lab", "lab.wire.mllp").isPresent());
    assertTrue(objection("simulator.lab", "lab.exchange").isPresent());
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
        .doNotHaveFullyQualifiedName(BASE + ".db.Deadline")
        .should(callMethod(TimeUnit.class, "sleep", long.class))
        .check(MAIN);
  }

  private static DescribedPredicate<JavaClass> areNotPrograms() {
    return DescribedPredicate.describe(
        "are not programs",
        c -> !APART.contains(head(local(c.getPackageName()))) && !PROGRAMS.contains(c.getName()));
  }
}

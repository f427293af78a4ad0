package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.MarkdownTables;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Checks the dependencies between the Maven modules, and what the service ships. */
class ModulesTest {
  private static final String PREFIX = "tributary-";

  /** Modules with the modules that their production code may use, in build order. */
  private static final Map<String, Set<String>> ALLOWED = new LinkedHashMap<>();

  static {
    ALLOWED.put("core", Set.of());
    ALLOWED.put("lab-protocols", Set.of("core"));
    ALLOWED.put("providers", Set.of("core"));
    ALLOWED.put("report-engine", Set.of("core"));
    ALLOWED.put("platform", Set.of("core", "providers"));
    ALLOWED.put("wearables", Set.of("core", "providers", "platform"));
    ALLOWED.put("labs", Set.of("core", "platform", "lab-protocols", "report-engine"));
    ALLOWED.put("simulators", Set.of("core", "lab-protocols"));
    ALLOWED.put(
        "server",
        Set.of(
            "core",
            "lab-protocols",
            "providers",
            "report-engine",
            "platform",
            "wearables",
            "labs"));
    Set<String> service = new TreeSet<>(ALLOWED.keySet());
    ALLOWED.put("testkit", Set.copyOf(service));
    ALLOWED.put("tools", Set.copyOf(service));
  }

  /** Modules that exist for tests and demonstrations, and may ship test helpers. */
  private static final Set<String> NOT_SHIPPED = Set.of("simulators", "tools", "testkit");

  private record Dependency(String module, String scope, boolean testJar) {
    boolean shipped() {
      return scope.equals("compile") || scope.equals("runtime");
    }
  }

  private record Pom(String path, List<Dependency> dependencies) {
    static Pom read(String path, String xml) {
      try {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Document document =
            factory
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        List<Dependency> out = new ArrayList<>();
        Element list = child(document.getDocumentElement(), "dependencies");
        for (Node n = list == null ? null : list.getFirstChild(); n != null; ) {
          if (n instanceof Element e && text(e, "artifactId", "").startsWith(PREFIX)) {
            String module = text(e, "artifactId", "").substring(PREFIX.length());
            boolean testJar =
                text(e, "type", "jar").equals("test-jar")
                    || text(e, "classifier", "").equals("tests");
            out.add(new Dependency(module, text(e, "scope", "compile"), testJar));
          }
          n = n.getNextSibling();
        }
        return new Pom(path, out);
      } catch (Exception e) {
        throw new IllegalStateException(path, e);
      }
    }

    private static Element child(Element parent, String name) {
      for (Node n = parent.getFirstChild(); n != null; n = n.getNextSibling()) {
        if (n instanceof Element e && e.getTagName().equals(name)) {
          return e;
        }
      }
      return null;
    }

    private static String text(Element parent, String name, String missing) {
      Element child = child(parent, name);
      return child == null ? missing : child.getTextContent().strip();
    }
  }

  private static Map<String, Pom> poms() throws IOException {
    Map<String, Pom> out = new LinkedHashMap<>();
    for (String path : SourceFile.paths()) {
      if (path.matches("src/[^/]+/pom\\.xml")) {
        out.put(path.split("/")[1], Pom.read(path, Files.readString(Path.of(path))));
      }
    }
    return out;
  }

  private static List<Finding> findings(Map<String, Pom> poms) {
    List<Finding> out = new ArrayList<>();
    poms.forEach(
        (module, pom) -> {
          if (!ALLOWED.containsKey(module)) {
            out.add(new Finding(pom.path(), 1, module + " has no place in the order of modules"));
          }
          for (Dependency d : pom.dependencies()) {
            boolean allowed = ALLOWED.getOrDefault(module, Set.of()).contains(d.module());
            if (d.shipped() && !d.testJar() && !allowed) {
              out.add(new Finding(pom.path(), 1, module + " must not depend on " + d.module()));
            }
            if (d.shipped() && d.testJar() && !NOT_SHIPPED.contains(module)) {
              out.add(new Finding(pom.path(), 1, module + " ships the test jar of " + d.module()));
            }
          }
        });
    for (String module : shippedWith("server", poms, new TreeSet<>())) {
      if (NOT_SHIPPED.contains(module)) {
        out.add(new Finding(poms.get("server").path(), 1, "the service ships " + module));
      }
    }
    return out;
  }

  /** Returns the module and those that its class path contains at run time. */
  private static Set<String> shippedWith(String module, Map<String, Pom> poms, Set<String> found) {
    if (found.add(module) && poms.containsKey(module)) {
      for (Dependency d : poms.get(module).dependencies()) {
        if (d.shipped()) {
          shippedWith(d.module(), poms, found);
        }
      }
    }
    return found;
  }

  @Test
  void modulesDependOnEarlierOnes() throws Exception {
    Map<String, Pom> poms = poms();
    assertEquals(new TreeSet<>(ALLOWED.keySet()), new TreeSet<>(poms.keySet()));
    Rule.MODULES.check(findings(poms));
  }

  @Test
  void theOrderHasNoCycle() {
    Set<String> earlier = new TreeSet<>();
    ALLOWED.forEach(
        (module, uses) -> {
          assertTrue(earlier.containsAll(uses), module + " uses a later module");
          earlier.add(module);
        });
  }

  @Test
  void theDecisionRecordListsTheSameModules() {
    Set<String> documented = new TreeSet<>();
    MarkdownTables.rows(Path.of("src/docs/adr/0134-modules.md"), "Module")
        .forEach(row -> documented.add(row.getFirst()));
    assertEquals(new TreeSet<>(ALLOWED.keySet()), documented);
  }

  @Test
  void plantedFaultsAreFound() {
    Map<String, Pom> poms = new LinkedHashMap<>();
    poms.put("server", pom("server", "labs", "jar", "compile", "simulators", "jar", "test"));
    poms.put("labs", pom("labs", "core", "test-jar", "compile", "wearables", "jar", "compile"));
    poms.put("wearables", pom("wearables", "tools", "jar", "runtime"));
    poms.put("other", pom("other"));
    assertEquals(
        List.of(
            "labs ships the test jar of core",
            "labs must not depend on wearables",
            "wearables must not depend on tools",
            "other has no place in the order of modules",
            "the service ships tools"),
        findings(poms).stream().map(Finding::text).toList());
  }

  /** Writes a POM; dependencies are module, type, scope, module, type, scope, … */
  private static Pom pom(String module, String... dependencies) {
    StringBuilder xml = new StringBuilder("<project><dependencies>");
    for (int i = 0; i < dependencies.length; i += 3) {
      xml.append("<dependency><artifactId>").append(PREFIX).append(dependencies[i]);
      xml.append("</artifactId><type>").append(dependencies[i + 1]).append("</type><scope>");
      xml.append(dependencies[i + 2]).append("</scope></dependency>");
    }
    return Pom.read("src/" + module + "/pom.xml", xml + "</dependencies></project>");
  }
}

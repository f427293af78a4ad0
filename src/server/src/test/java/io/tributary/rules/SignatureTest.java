package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.rules.JavaSource.Declaration;
import io.tributary.rules.JavaSource.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the number of parameters of methods and constructors. */
class SignatureTest {
  private static final int MAX_PARAMETERS = 7;

  private static List<Finding> findings(List<JavaSource> sources) {
    List<Finding> out = new ArrayList<>();
    for (JavaSource source : sources) {
      for (Declaration d : source.declarations()) {
        boolean ofRecord = d.inRecord() && d.kind() == Kind.CONSTRUCTOR;
        if (source.production() && d.parameters() > MAX_PARAMETERS && !ofRecord) {
          out.add(source.finding(d, d.name() + " has " + d.parameters() + " parameters"));
        }
      }
    }
    return out;
  }

  @Test
  void productionHasFewParameters() {
    Rule.PARAMETERS.check(findings(JavaSource.all()));
  }

  @Test
  void plantedFaultsAreFound() {
    String many = "(int a, int b, int c, int d, int e, int f, int g, int h)";
    JavaSource source =
        JavaSource.of(
            "src/a/src/main/java/a/A.java",
            "package a; class A { A"
                + many
                + " {} record R"
                + many
                + " { R {} } void m"
                + many
                + " {}}");
    assertEquals(
        List.of("<init> has 8 parameters", "m has 8 parameters"),
        findings(List.of(source)).stream().map(Finding::text).toList());
  }
}

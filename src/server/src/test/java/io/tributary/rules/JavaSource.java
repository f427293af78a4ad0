package io.tributary.rules;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The declarations of a Java file, as the compiler of the running JDK parses them. */
record JavaSource(SourceFile file, String packageName, List<Declaration> declarations) {
  private static SoftReference<List<JavaSource>> parsed = new SoftReference<>(null);

  enum Kind {
    PACKAGE,
    TYPE,
    METHOD,
    CONSTRUCTOR,
    FIELD
  }

  /**
   * A declared name.
   *
   * @param doc text of the Javadoc comment, or null without one
   * @param depth 0 for a package or a top-level type
   * @param parameters number of parameters of a method or constructor; 0 if it overrides another
   * @param inRecord whether a record declares it
   */
  record Declaration(
      Kind kind, String name, int line, String doc, int depth, int parameters, boolean inRecord) {}

  /** Returns all Java files of the repository, production code and tests of all modules. */
  static synchronized List<JavaSource> all() {
    List<JavaSource> out = parsed.get();
    if (out == null) {
      out = parse(SourceFile.matching(SourceFile::java));
      parsed = new SoftReference<>(out);
    }
    return out;
  }

  /** Parses one text, for tests of the rules. */
  static JavaSource of(String path, String text) {
    return parse(List.of(new SourceFile(path, text))).getFirst();
  }

  boolean production() {
    return file.production();
  }

  Finding finding(Declaration declaration, String text) {
    return new Finding(file.path(), declaration.line(), text);
  }

  private static List<JavaSource> parse(List<SourceFile> files) {
    List<JavaSource> out = new ArrayList<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int batch = 200; // limits the trees in memory
    for (int from = 0; from < files.size(); from += batch) {
      List<SourceFile> part = files.subList(from, Math.min(files.size(), from + batch));
      Map<URI, SourceFile> byUri = new HashMap<>();
      part.forEach(file -> byUri.put(MemoryFile.uri(file), file));
      DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  null,
                  problems,
                  List.of("-proc:none"),
                  null,
                  part.stream().map(MemoryFile::new).toList());
      try {
        for (CompilationUnitTree unit : task.parse()) {
          SourceFile file = byUri.get(unit.getSourceFile().toUri());
          Collector collector = new Collector(Trees.instance(task), unit);
          collector.scan(unit, null);
          String name = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
          out.add(new JavaSource(file, name, List.copyOf(collector.found)));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      problems.getDiagnostics().stream()
          .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
          .findFirst()
          .ifPresent(
              d -> {
                throw new IllegalStateException(d.toString());
              });
    }
    return out;
  }

  private static final class MemoryFile extends SimpleJavaFileObject {
    private final SourceFile file;

    MemoryFile(SourceFile file) {
      super(uri(file), JavaFileObject.Kind.SOURCE);
      this.file = file;
    }

    static URI uri(SourceFile file) {
      return URI.create("source:///" + file.path());
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return file.text();
    }
  }

  /** Collects declarations of types and their members; bodies of methods are searched for types. */
  private static final class Collector extends TreePathScanner<Void, Void> {
    private final Trees trees;
    private final CompilationUnitTree unit;
    private final List<Declaration> found = new ArrayList<>();
    private int depth;
    private boolean inRecord;

    Collector(Trees trees, CompilationUnitTree unit) {
      this.trees = trees;
      this.unit = unit;
    }

    @Override
    public Void visitCompilationUnit(CompilationUnitTree node, Void none) {
      if (node.getPackage() != null) {
        TreePath path = new TreePath(getCurrentPath(), node.getPackage());
        found.add(
            new Declaration(
                Kind.PACKAGE,
                node.getPackageName().toString(),
                line(node.getPackage()),
                trees.getDocComment(path),
                0,
                0,
                false));
      }
      return super.visitCompilationUnit(node, none);
    }

    @Override
    public Void visitClass(ClassTree node, Void none) {
      boolean outer = inRecord;
      inRecord = node.getKind() == Tree.Kind.RECORD;
      if (!node.getSimpleName().isEmpty()) {
        add(Kind.TYPE, node.getSimpleName().toString(), node, 0);
      }
      depth++;
      super.visitClass(node, none);
      depth--;
      inRecord = outer;
      return null;
    }

    @Override
    public Void visitMethod(MethodTree node, Void none) {
      boolean constructor = node.getReturnType() == null;
      add(
          constructor ? Kind.CONSTRUCTOR : Kind.METHOD,
          node.getName().toString(),
          node,
          overrides(node) ? 0 : node.getParameters().size());
      return scan(node.getBody(), none);
    }

    @Override
    public Void visitVariable(VariableTree node, Void none) {
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      if (parent instanceof ClassTree) {
        // Components of records are private fields in the tree; enum constants are fields, too.
        add(Kind.FIELD, node.getName().toString(), node, 0);
      }
      return super.visitVariable(node, none);
    }

    private static boolean overrides(MethodTree node) {
      return node.getModifiers().getAnnotations().stream()
          .anyMatch(a -> a.getAnnotationType().toString().equals("Override"));
    }

    private void add(Kind kind, String name, Tree node, int parameters) {
      found.add(
          new Declaration(
              kind,
              name,
              line(node),
              trees.getDocComment(getCurrentPath()),
              depth,
              parameters,
              inRecord));
    }

    private int line(Tree node) {
      long start = trees.getSourcePositions().getStartPosition(unit, node);
      return start < 0 ? 1 : (int) unit.getLineMap().getLineNumber(start);
    }
  }
}

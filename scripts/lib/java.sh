# Sourced by the other scripts: finds a JDK the service can run on.

# Prints the path of a java of version 21 or newer, the newest of those found; fails with the next step.
find_java() {
  local best="" best_version=0 candidate version
  for candidate in "${JAVA_HOME:-}/bin/java" "$(command -v java || true)" /usr/lib/jvm/*/bin/java \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/*/bin/java "${HOME:-/nonexistent}"/.jdks/*/bin/java; do
    [ -x "$candidate" ] && [ -x "$(dirname "$candidate")/javac" ] || continue
    version=$("$candidate" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
    if [ -n "$version" ] && [ "$version" -ge 21 ] && [ "$version" -gt "$best_version" ]; then
      best=$candidate
      best_version=$version
    fi
  done
  if [ -z "$best" ]; then
    echo "No JDK 21 or newer found. Install one (25 is best), or point JAVA_HOME at it." >&2
    return 1
  fi
  printf '%s\n' "$best"
}

# Prints the options this java needs so that its libraries start without warnings.
java_flags() {
  printf '%s\n' --enable-native-access=ALL-UNNAMED
  if [ "$("$1" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)" -ge 24 ]; then
    printf '%s\n' --sun-misc-unsafe-memory-access=allow
  fi
}

# Builds when the jar is absent or older than a source.
build_if_needed() {
  local root=$1
  if [ ! -f "$root/target/tributary.jar" ] ||
    [ -n "$(find "$root/pom.xml" "$root/src/main" -newer "$root/target/tributary.jar" -print -quit)" ]; then
    echo "building …" >&2
    (cd "$root" && mvn -q -B -DskipTests package) >&2
    # Maven ends without a newline; who reads both streams as one still finds the next line at its begin.
    echo "built" >&2
  fi
}

# Sourced by the other scripts: finds a JDK the service can run on.

# Prints the number of a java, such as 25; nothing when it is none. A JDK says it in a file, which is quicker read
# than the program is started.
java_version() {
  local release version
  release=$(dirname "$(dirname "$(readlink -f "$1")")")/release
  version=$(sed -n 's/^JAVA_VERSION="\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' "$release" 2>/dev/null | head -n 1)
  [ -n "$version" ] || version=$("$1" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
  printf '%s\n' "$version"
}

# Prints the path of a java of version 21 or newer, the newest of those found; fails with the next step.
find_java() {
  local best="" best_version=0 candidate version
  for candidate in "${JAVA_HOME:-}/bin/java" "$(command -v java || true)" /usr/lib/jvm/*/bin/java \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/*/bin/java "${HOME:-/nonexistent}"/.jdks/*/bin/java; do
    # The JDK is where the program lies, not where a link to it does.
    [ -x "$candidate" ] && [ -x "$(dirname "$(readlink -f "$candidate")")/javac" ] || continue
    version=$(java_version "$candidate")
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
  if [ "$(java_version "$1")" -ge 24 ]; then
    printf '%s\n' --sun-misc-unsafe-memory-access=allow
  fi
}

# Class paths of the built modules, each with its libraries.
class_path() {
  case "$2" in
    server) printf '%s\n' "$1/src/server/target/tributary.jar:$1/src/server/target/lib/*" ;;
    *) printf '%s\n' "$1/src/$2/target/tributary-$2.jar:$1/src/$2/target/lib/*" ;;
  esac
}

# Prints where the start cache of this java and these jars lies, made or not: another jar or java, another name.
start_cache() {
  local root=$1 java key
  java=$(readlink -f "$2")
  key=$( (
    cd "$root/src/server/target"
    cat "$(dirname "$(dirname "$java")")/release"
    stat -c '%n %s %Y' tributary.jar lib/*.jar
  ) 2>/dev/null | cksum | tr -d ' ')
  printf '%s\n' "$root/target/start/$key"
}

# Prints the options that use the start cache, when it is there. TRIBUTARY_START_CACHE=off: nothing.
start_cache_flags() {
  local cache
  [ "${TRIBUTARY_START_CACHE:-make}" != off ] || return 0
  cache=$(start_cache "$1" "$2")
  [ -f "$cache" ] || return 0
  # A cache that does not fit after all is passed over without a word.
  if [ "$(java_version "$2")" -ge 25 ]; then
    printf '%s\n' "-XX:AOTCache=$cache" -Xlog:aot=off
  else
    printf '%s\n' "-XX:SharedArchiveFile=$cache" -Xshare:auto -Xlog:cds=off
  fi
}

# Builds a module (server, simulators or tools) and those it needs, if its jar is missing or older than a source.
build_if_needed() {
  local root=$1 module=${2:-server} jar
  jar=$(class_path "$root" "$module")
  jar=${jar%%:*}
  if [ ! -f "$jar" ] ||
    [ -n "$(find "$root/pom.xml" "$root"/src/*/pom.xml "$root"/src/*/src/main -newer "$jar" -print -quit)" ]; then
    echo "building …" >&2
    (cd "$root" && mvn -q -B -DskipTests -pl "src/simulators,src/$module" -am package) >&2
    # Maven writes no newline at its end.
    echo "built" >&2
    touch "$jar"
  fi
}

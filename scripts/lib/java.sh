# Sourced by the other scripts: help, JDK lookup, class paths and builds.

# Prints the comment at the top of a script for -h and --help, the version for --version, and exits.
# Arguments: SCRIPT, then the arguments of that script.
answer_help() {
  local script=$1 argument
  shift
  for argument in "$@"; do
    case "$argument" in
      -h | --help)
        sed -n '2,${/^#/!q; s/^# \{0,1\}//p}' "$script"
        exit 0
        ;;
      --version)
        sed -n 's/^  <version>\(.*\)<\/version>/tributary \1/p' "$(dirname "$script")/../pom.xml" | head -n 1
        exit 0
        ;;
    esac
  done
}

# Prints the feature version of a java, such as 25, or nothing if it is not a java. Reads the JDK's release file, which
# is faster than starting the program.
java_version() {
  local release version
  release=$(dirname "$(dirname "$(readlink -f "$1")")")/release
  version=$(sed -n 's/^JAVA_VERSION="\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' "$release" 2>/dev/null | head -n 1)
  [ -n "$version" ] || version=$("$1" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | head -n 1)
  printf '%s\n' "$version"
}

# Prints the path of the newest java of version 21 or later, or an error with the next step.
find_java() {
  local best="" best_version=0 candidate version
  for candidate in "${JAVA_HOME:-}/bin/java" "$(command -v java || true)" /usr/lib/jvm/*/bin/java \
    "${HOME:-/nonexistent}"/.sdkman/candidates/java/*/bin/java "${HOME:-/nonexistent}"/.jdks/*/bin/java; do
    # Resolve links: the JDK is the directory that contains the program itself.
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

# Prints the options that this java needs to start the libraries without warnings.
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

# Prints the path of the start cache for this java and these jars, whether or not it exists. Its name depends on both.
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

# Prints the options that use the start cache, if it exists. Prints nothing with TRIBUTARY_START_CACHE=off.
start_cache_flags() {
  local cache
  [ "${TRIBUTARY_START_CACHE:-make}" != off ] || return 0
  cache=$(start_cache "$1" "$2")
  [ -f "$cache" ] || return 0
  # The JVM ignores a cache that does not match, without a warning.
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
    # The build includes the simulators and, for the tools, the server. Maven keeps a jar whose content is unchanged.
    touch "$jar" "$root/src/simulators/target/tributary-simulators.jar"
    [ "$module" != tools ] || touch "$root/src/server/target/tributary.jar"
  fi
}

// Renders the templates of a Helm chart as Helm's engine does: Go's templates, the functions of sprig, and those that
// Helm adds, of which the chart may use include, required, fail, toYaml and tpl.
//
//	helm-templates deploy/helm/templates < context.json > rendered.json
//
// The context has the members Values, Release, Chart and Capabilities. The result has the text of each template by its
// file name, or this program ends with 1 and says why. It is stricter than Helm, which takes a value that nobody has
// set for an empty one: here that is an error.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func main() {
	rendered, err := render(os.Args[1])
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(rendered)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(folder string) (map[string]string, error) {
	context := map[string]interface{}{}
	if err := json.NewDecoder(os.Stdin).Decode(&context); err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return nil, err
	}
	all := template.New("chart").Option("missingkey=error")
	all.Funcs(functions(all))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if _, err := all.New(filepath.Base(path)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	rendered := map[string]string{}
	for _, path := range paths {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "_") {
			continue
		}
		var text strings.Builder
		if err := all.ExecuteTemplate(&text, name, context); err != nil {
			return nil, err
		}
		rendered[name] = text.String()
	}
	return rendered, nil
}

func functions(all *template.Template) template.FuncMap {
	functions := sprig.TxtFuncMap()
	// Helm takes these away: a chart must not depend on the machine that renders it.
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text strings.Builder
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["tpl"] = func(text string, data interface{}) (string, error) {
		copied, err := all.Clone()
		if err != nil {
			return "", err
		}
		parsed, err := copied.New("tpl").Parse(text)
		if err != nil {
			return "", err
		}
		var result strings.Builder
		err = parsed.Execute(&result, data)
		return result.String(), err
	}
	functions["required"] = func(warning string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(warning)
		}
		return value, nil
	}
	functions["fail"] = func(message string) (string, error) { return "", errors.New(message) }
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	return functions
}
